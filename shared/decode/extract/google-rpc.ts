// google.rpc error details (AIP-193), identified by `@type`: RetryInfo, ErrorInfo, BadRequest, QuotaFailure, Help and others.

import { isObject, type Json, member } from '../../json/json.ts';
import { addIssue, addLink, addMessage, addWord, pointerFromDotted, setValue } from '../reading/reading.ts';
import { durationMs, noteWait } from './durations.ts';
import type { Shape } from './reader.ts';

export const googleRpc: Shape = {
  has: ['@type'],
  read(reader, object, path, value) {
    if (typeof value !== 'string' || !value.includes('google.rpc.')) return [];
    const { reading } = reader;
    const kind = value.slice(value.lastIndexOf('.') + 1);
    switch (kind) {
      case 'RetryInfo': {
        const delay = member(object, 'retryDelay');
        if (delay !== undefined) noteWait(reading, `${path}.retryDelay`, delay, durationMs(delay, 1000));
        return ['@type', 'retryDelay'];
      }
      case 'ErrorInfo': {
        const reason = member(object, 'reason');
        if (typeof reason === 'string') addWord(reading, `${path}.reason`, reason);
        return ['@type', 'reason', 'domain', 'metadata'];
      }
      case 'BadRequest':
        for (const violation of entries(member(object, 'fieldViolations'))) {
          const field = member(violation, 'field');
          const description = member(violation, 'description');
          const reason = member(violation, 'reason');
          addIssue(reading, {
            path: typeof field === 'string' ? pointerFromDotted(field) : '',
            message: typeof description === 'string' ? description : 'is not accepted',
            ...(typeof reason === 'string' ? { code: reason } : {}),
          });
        }
        return ['@type', 'fieldViolations'];
      case 'QuotaFailure':
        for (const [index, violation] of entries(member(object, 'violations')).entries()) {
          const description = member(violation, 'description');
          if (typeof description === 'string')
            setValue(reading, 'quota', `${path}.violations[${index}].description`, description);
        }
        return ['@type', 'violations'];
      case 'Help':
        for (const link of entries(member(object, 'links'))) {
          const label = member(link, 'description');
          addLink(reading, typeof label === 'string' ? label : 'Help', member(link, 'url'));
        }
        return ['@type', 'links'];
      case 'LocalizedMessage': {
        const message = member(object, 'message');
        if (typeof message === 'string') addMessage(reading, `${path}.message`, message);
        return ['@type', 'locale', 'message'];
      }
      default:
        return ['@type'];
    }
  },
};

function entries(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value.filter(isObject).slice(0, 50) : [];
}
