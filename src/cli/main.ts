import 'reflect-metadata';
import { ConfigError } from '../config/config-error.js';
import { readConfig } from '../config/config.js';
import { AppError } from '../platform/errors.js';
import { COMMANDS, usage } from './commands.js';
import { OperatorError } from './operator-error.js';
import { UsageError } from './usage-error.js';

/** `npm run cli -- <command> [options]`. Exits 0 on success, 1 on failure, 2 for wrong arguments. */
async function main(words: string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
  if (!command) {
    process.stderr.write(usage());
    return 2;
  }
  try {
    await command.run(words.slice(command.name.split(' ').length), readConfig(process.env));
    return 0;
  } catch (err) {
    process.stderr.write(`${messageOf(err)}\n`);
    if (err instanceof UsageError) process.stderr.write(`\n${usage()}`);
    return err instanceof UsageError ? 2 : 1;
  }
}

function messageOf(err: unknown): string {
  if (err instanceof AppError) {
    return [err.message, ...err.details.map(({ field, message }) => `  ${field}: ${message}`)].join('\n');
  }
  if (err instanceof UsageError || err instanceof ConfigError || err instanceof OperatorError) return err.message;
  return err instanceof Error ? (err.stack ?? err.message) : String(err);
}

process.exitCode = await main(process.argv.slice(2));
