// How long recordings are kept, in words.

import { useEffect, useState } from 'react';
import { useModel } from '../../model/model.ts';

/** `for 30 days`; '' until the host has answered. */
export function useKeptWords(): string {
  const model = useModel();
  const [words, setWords] = useState('');
  useEffect(() => {
    let isWanted = true;
    void model.platform.call('retention', {}).then((answer) => {
      if (!isWanted || !answer.ok) return;
      const { maxAgeDays } = answer.value;
      setWords(maxAgeDays === null ? 'until you delete it' : `for ${maxAgeDays} days`);
    });
    return () => {
      isWanted = false;
    };
  }, [model]);
  return words;
}
