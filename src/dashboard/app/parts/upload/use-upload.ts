import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../api/context';
import { uploadFile, type NewEvidence, type Stored } from './upload-file';

/** State of an upload. */
export interface Upload {
  /** Share that was sent: percent 0–100; null without an upload. */
  percent: number | null;
  /** Starts an upload. @returns null when it was cancelled @throws {RestError} */
  start: (evidence: NewEvidence) => Promise<Stored | null>;
  cancel: () => void;
}

/** Uploads files, one at a time, with progress. An upload is aborted when the form is unmounted. */
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
