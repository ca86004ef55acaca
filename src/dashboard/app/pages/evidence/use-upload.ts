import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../api/context';
import { uploadFile, type NewEvidence, type Stored } from './upload-file';

/** The upload that runs. */
export interface Upload {
  /** How much of it is sent: percent 0–100; null while none runs. */
  percent: number | null;
  /** @returns null where it was cancelled @throws {RestError} */
  start: (evidence: NewEvidence) => Promise<Stored | null>;
  cancel: () => void;
}

/** Uploads files, one at a time, and tells how far it is. What still runs when the form goes is cancelled. */
export function useUpload(): Upload {
  const { sessions } = useConnection();
  const [percent, setPercent] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  const cancel = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (evidence: NewEvidence) => {
    const { signal } = (running.current = new AbortController());
    setPercent(0);
    try {
      return await uploadFile(sessions, evidence, { signal, onProgress: setPercent });
    } catch (err) {
      if (signal.aborted) return null;
      throw err;
    } finally {
      setPercent(null);
    }
  };
  return { percent, start, cancel };
}
