// Findings as SARIF 2.1.0 for code scanning. GitHub rejects a whole file if one result has no physical location, so each has one, plus a
// logical one; a clean run has an empty list, which closes old alerts.

import { markdownText, visibleText } from '../text/visible-text.ts';
import { type Finding, type Findings, ruleTitle, wholeText } from './check-finding.ts';

const schema = 'https://json.schemastore.org/sarif-2.1.0.json';
/** GitHub accepts no more per run; the worst come first. */
const mostResults = 25_000;
const worst = { error: 0, warning: 1, note: 2 };

export function writeSarif({ command, version, findings }: Findings): string {
  const identityOf = identities();
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
            rules: rules.map((finding) => ruleOf(finding, command)),
          },
        },
        results: sorted.map((finding) =>
          resultOf(
            finding,
            rules.findIndex(({ rule }) => rule === finding.rule),
            identityOf(finding),
          ),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const ruleOf = ({ rule, level, fix, message, address }: Finding, command: string) => ({
  id: rule,
  name: ruleTitle(rule),
  ...(address === undefined ? {} : { helpUri: address }),
  shortDescription: { text: ruleTitle(rule) },
  fullDescription: { text: visibleText(message) },
  help: { text: visibleText(fix), markdown: `**${ruleTitle(rule)}**\n\n${markdownText(visibleText(fix))}` },
  defaultConfiguration: { level },
  properties: { tags: ['mcp', command] },
});

const resultOf = (finding: Finding, ruleIndex: number, identity: string) => {
  const { rule, level, server, about, path = '', at } = finding;
  const name = visibleText([server, about].filter(Boolean).join('/'));
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: visibleText(wholeText(finding)) },
    partialFingerprints: { 'misfire/v1': identity },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(at.file) }, region: { startLine: at.line } },
        logicalLocations: [
          { fullyQualifiedName: name, kind: 'function' },
          ...(path === '' ? [] : [{ fullyQualifiedName: `${name}${visibleText(path)}`, kind: 'member' }]),
        ],
      },
    ],
  };
};

/**
 * Identifies a result without variable parts: wording, values, lines. It stays equal in the next run, so that a scanner neither closes
 * nor repeats an alert. Equal ones are numbered in order.
 */
function identities(): (finding: Finding) => string {
  const seen = new Map<string, number>();
  return ({ rule, server, about, path = '' }) => {
    const base = [rule, server, about, path]
      .map((part) => encodeURIComponent(part.toWellFormed()).slice(0, 200))
      .join(':');
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return `${base}:${count}`;
  };
}

/** A relative reference: each part encoded, slashes kept. */
const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/');
