// A filter in plain English, for the line under the box: "failed, not class validation, and slower than 2 s".

import { duration } from '../text/duration.ts';
import { type Comparator, type Filter, hasWords, isWords } from './filter.ts';
import { type SeenWord, seenWords } from './seen-state.ts';

export function describeFilter(filter: Filter): string {
  if (filter.op === 'and' && filter.terms.length === 0) return 'everything';
  return say(filter, false);
}

function say(filter: Filter, nested: boolean): string {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const word = filter.op === 'and' ? ' and ' : ' or ';
      const text = filter.terms.map((term) => say(term, true)).join(word);
      return nested ? `(${text})` : text;
    }
    case 'not':
      return `not ${say(filter.term, true)}`;
    case 'is':
      return Object.hasOwn(isWords, filter.word)
        ? isWords[filter.word as keyof typeof isWords]
        : `a ${filter.word} row`;
    case 'has':
      return `with ${hasWords[filter.word]}`;
    case 'word':
      if (filter.key === 'seen') return seenWords[filter.word as SeenWord];
      return `${filter.key === 'retry' ? 'retry advice' : filter.key} ${filter.word.replaceAll('_', ' ')}`;
    case 'glob':
      return `${filter.key} ${filter.pattern.includes('*') ? `like ${filter.pattern}` : filter.pattern}`;
    case 'code':
      return `code ${filter.pattern}`;
    case 'number':
      return sayNumber(filter);
    case 'since':
      return `in the last ${duration(filter.ms)}`;
    case 'before':
      return `more than ${duration(filter.ms)} ago`;
    case 'from':
      return `since ${moment(filter.at)}`;
    case 'until':
      return `before ${moment(filter.at)}`;
    case 'group':
      return `failures of group ${filter.id}`;
    case 'regex':
      return `matching /${filter.source}/`;
    case 'text':
      return `saying “${filter.words}”`;
  }
}

/** As written in the filter, in local time. */
export function moment(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day}T${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

const signs: Record<Comparator, string> = { '=': '', '>': 'over ', '>=': 'at least ', '<': 'under ', '<=': 'at most ' };

function sayNumber(filter: Filter & { op: 'number' }): string {
  const sign = signs[filter.comparison];
  switch (filter.key) {
    case 'http':
      return `HTTP status ${sign}${filter.value}`;
    case 'dur':
      return `took ${sign}${duration(filter.value)}`;
    case 'wait':
      return `asked to wait ${sign}${duration(filter.value)}`;
    case 'attempt':
      return `attempt ${sign}${filter.value}`;
    case 'epoch':
      return `connection ${sign}${filter.value}`;
    case 'times':
      return `${sign}${filter.value} messages in one row`;
  }
}
