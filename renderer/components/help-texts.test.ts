import { describe, expect, it } from 'vitest';
import {
  carriers,
  certainties,
  failureClasses,
  layers,
  origins,
  owners,
  severities,
  verdicts,
} from '../../shared/failure.ts';
import { outcomes } from '../../shared/timeline.ts';
import * as texts from './help-texts.ts';

const tables: [string, readonly string[], Record<string, texts.HelpText>][] = [
  ['class', failureClasses, texts.classHelp],
  ['verdict', verdicts, texts.verdictHelp],
  ['carrier', carriers, texts.carrierHelp],
  ['outcome', outcomes, texts.outcomeHelp],
  ['severity', severities, texts.severityHelp],
  ['origin', origins, texts.originHelp],
  ['owner', owners, texts.ownerHelp],
  ['certainty', certainties, texts.certaintyHelp],
  ['layer', layers, texts.layerHelp],
];

describe('the explanations', () => {
  it.each(tables)('of each %s are short, complete sentences', (_, members, table) => {
    expect(Object.keys(table).sort()).toEqual([...members].sort());
    for (const { name, text } of Object.values(table)) {
      expect(name).not.toMatch(/_|\.$/);
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text.length).toBeLessThanOrEqual(130);
    }
  });

  it('give the certainty for every share', () => {
    const names = [0, 0.3, 0.6, 0.9, 1].map((share) => texts.confidenceHelp(share).name);
    expect(new Set(names).size).toBe(4);
  });
});
