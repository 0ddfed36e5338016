// The server card (SEP-2127): what a remote server says about itself before a connection, compared with what it says afterwards.

import { isObject, type Json, member } from '../../json/json.ts';
import type { AddNote } from './note.ts';

export interface FoundCard {
  /** Where it was found; null: at none of the usual URLs. */
  url: string | null;
  /** Undefined: the document is not JSON. */
  card: Json | undefined;
  looked: readonly string[];
}

interface CardFacts {
  /** The server's URL. */
  address: string;
  serverInfo: Json | undefined;
  revision: string | null;
  tools: readonly Json[];
}

export function lintCard({ url, card, looked }: FoundCard, facts: CardFacts, add: AddNote): void {
  if (url === null) {
    const fix = 'Serve one, so that clients can find out about the server before they connect.';
    add('server-card', 'note', `There is no server card at ${looked.join(' or ')}.`, fix);
    return;
  }
  if (!isObject(card)) {
    add('server-card', 'warning', `${url} is not a JSON object.`, 'Serve the card as application/json.');
    return;
  }
  for (const name of ['name', 'description', 'version'])
    if (typeof card[name] !== 'string' || card[name] === '')
      add('server-card', 'warning', `The server card has no ${name}.`, `Add ${name} to ${url}.`, `/serverCard/${name}`);
  const disagree = (what: string, said: string, is: string, path: string) =>
    add(
      'server-card-agreement',
      'warning',
      `The server card says ${what} ${said}, and the server says ${is}.`,
      'Make the card from what the server runs, so that both change together.',
      path,
    );
  const version = member(facts.serverInfo, 'version');
  if (typeof card.version === 'string' && typeof version === 'string' && card.version !== version)
    disagree('version', short(card.version), short(version), '/serverCard/version');
  lintRemotes(card, facts, add, disagree);
  lintTools(card, facts, disagree);
}

type Disagree = (what: string, said: string, is: string, path: string) => void;

function lintRemotes(card: Json, { address, revision }: CardFacts, add: AddNote, disagree: Disagree): void {
  const remotes = member(card, 'remotes');
  if (!Array.isArray(remotes)) return;
  const own = remotes.find((remote) => sameAddress(member(remote, 'url'), address));
  if (own === undefined) {
    const others = remotes.length === 1 ? 'another address' : 'only other addresses';
    const fix = 'Name the address that the server is reached at in "remotes".';
    add(
      'server-card-agreement',
      'warning',
      `The server card names ${others}, not ${address}.`,
      fix,
      '/serverCard/remotes',
    );
    return;
  }
  const versions = member(own, 'supportedProtocolVersions') ?? member(card, 'supportedProtocolVersions');
  if (Array.isArray(versions) && revision !== null && !versions.includes(revision))
    disagree('it speaks', short(versions.join(', ')), short(revision), '/serverCard/remotes');
}

/** Cards of earlier drafts list tools. */
function lintTools(card: Json, { tools }: CardFacts, disagree: Disagree): void {
  const listed = member(card, 'tools');
  if (!Array.isArray(listed)) return;
  const names = new Set(tools.map((tool) => member(tool, 'name')));
  const gone = listed
    .map((tool) => member(tool, 'name'))
    .filter((name) => typeof name === 'string' && !names.has(name));
  if (gone.length > 0) disagree('it has the tools', short(gone.join(', ')), 'it has not', '/serverCard/tools');
}

const sameAddress = (one: Json | undefined, other: string): boolean =>
  typeof one === 'string' && one.replace(/\/$/, '') === other.replace(/\/$/, '');

const short = (text: string): string => text.slice(0, 80);
