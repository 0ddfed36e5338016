// Findings as SARIF 2.1.0 for code scanning. GitHub refuses a whole file when one result has no physical location, so each has one,
// and a logical one beside it; a clean run has an empty list, which closes old alerts.

import { visibleText } from '../text/visible-text.ts';
import { type Finding, type Findings, ruleTitle, wholeText } from './finding.ts';

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
/** GitHub takes no more in a run; the worst come first. */
const mostResults = 25_000;
const worst = { error: 0, warning: 1, note: 2 };

export function writeSarif({ version, findings }: Findings): string {
  const sorted = [...findings].sort((one, other) => worst[one.level] - worst[other.level]).slice(0, mostResults);
  const rules = [...new Map(sorted.map((finding) => [finding.rule, finding])).values()];
  const log = {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Misfire',
            semanticVersion: version,
            rules: rules.map(ruleOf),
          },
        },
        results: sorted.map((finding) =>
          resultOf(
            finding,
            rules.findIndex(({ rule }) => rule === finding.rule),
          ),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const ruleOf = ({ rule, level, fix }: Finding) => ({
  id: rule,
  name: ruleTitle(rule),
  shortDescription: { text: ruleTitle(rule) },
  help: { text: visibleText(fix) },
  defaultConfiguration: { level },
});

const resultOf = ({ rule, level, server, about, at, ...words }: Finding, ruleIndex: number) => ({
  ruleId: rule,
  ruleIndex,
  level,
  message: { text: visibleText(wholeText(words)) },
  locations: [
    {
      physicalLocation: { artifactLocation: { uri: uriOf(at.file) }, region: { startLine: at.line } },
      logicalLocations: [
        { fullyQualifiedName: visibleText([server, about].filter(Boolean).join('/')), kind: 'function' },
      ],
    },
  ],
});

/** A relative reference: each part encoded, slashes kept. */
const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');
