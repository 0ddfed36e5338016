// The explanation of a dialect, from the dialect itself. Requested once; users can add their own dialects.

import { useEffect } from 'react';
import type { DialectsView } from '../../shared/api/views.ts';
import { defineStore, useModel } from '../model/model.ts';
import { visibleLine } from '../text/visible-text.ts';
import type { HelpText } from './help-texts.ts';

const [dialectsOf, useDialects] = defineStore<{ known: DialectsView['dialects'] | null }>(() => ({ known: null }));

/** An unknown dialect was added since the last request. */
export function useDialectHelp(id: string): HelpText {
  const model = useModel();
  const known = useDialects((state) => state.known);
  const found = known?.find((dialect) => dialect.id === id);
  const missing = found === undefined;
  useEffect(() => {
    if (!missing || id === '') return;
    let wanted = true;
    void model.platform.call('dialects', {}).then((answer) => {
      if (wanted && answer.ok) dialectsOf(model).setState({ known: answer.value.dialects });
    });
    return () => {
      wanted = false;
    };
  }, [model, missing, id]);
  return {
    name: `Dialect ${visibleLine(found?.name ?? id)}`,
    text: visibleLine(found?.about || 'The rules by which Misfire read the codes and fields of this failure.'),
  };
}
