// Rules that no table has: issue lists by whose values they are about, arguments that break the tool's schema, files and programs that
// the server lacks.

import type { Meaning } from './dialect-schema.ts';
import type { Place } from './places.ts';

export type OwnMeaning =
  | 'arguments'
  | 'answer'
  | 'upstream'
  | 'setting'
  | 'credential'
  | 'unfit'
  | 'named'
  | 'inner'
  | 'file'
  | 'place'
  | 'program'
  | 'ran'
  | 'noProgram'
  | 'unlisted'
  | 'sought'
  | 'denied'
  | 'foreign'
  | 'key';

export const ownMeanings: Record<OwnMeaning, { meaning: Meaning; place: Place; reason: string }> = {
  // An issue list means validation, regardless of the code that came with it.
  arguments: {
    meaning: { class: 'validation' },
    place: 'plain words',
    reason: 'a list of what is wrong with the arguments',
  },
  answer: {
    meaning: { class: 'invalid_response' },
    place: 'unmistakable words',
    reason: 'a list of what is wrong with the answer, not with the arguments',
  },
  upstream: {
    meaning: {
      class: 'dependency',
      name: 'Unexpected answer',
      title: 'Unexpected answer',
      fault: 'server',
      verdict: 'unknown',
      explanation: '{server} did not expect what it got from another service while it tried to {doing}: {issues}.',
      remedy: ['Report this to the server’s author: the arguments are not to blame.'],
    },
    place: 'unmistakable words',
    reason: 'a list of what is wrong with values that are no arguments of this tool',
  },
  setting: {
    meaning: {
      class: 'not_ready',
      name: 'Missing setting',
      title: 'Missing setting',
      fault: 'server',
      explanation: '{server} lacks a setting that it needs to {doing}{because}.',
      remedy: ['Set {variable} where the server is started.', 'Then start the server again.'],
    },
    place: 'specific words',
    reason: 'the words ask for a variable of the server’s environment, which is not an argument of the tool',
  },
  credential: {
    meaning: { class: 'unauthorized', name: 'Missing credential', title: 'Missing credential' },
    place: 'specific words',
    reason: 'the words ask for a credential in the server’s environment, which is not an argument of the tool',
  },
  unfit: {
    meaning: { class: 'validation' },
    place: 'argument check',
    reason: 'the arguments break the schema that the tool lists',
  },
  // "token is required" from a tool with a token argument is for the caller, not for the server's operator.
  named: {
    meaning: { class: 'validation' },
    place: 'specific words',
    reason: 'the words ask for an argument of the tool by its name',
  },
  inner: {
    meaning: { class: 'internal', verdict: 'unknown' },
    place: 'plain words',
    reason: 'a function of the server’s own was called with other arguments than it has',
  },
  file: {
    meaning: {
      class: 'not_ready',
      name: 'Missing file',
      title: 'Missing file',
      fault: 'server',
      explanation: '{server} lacks one of its own files, which it needs to {doing}{because}.',
      remedy: [
        'Put {file} where the server looks for it, or point the server to it in its settings.',
        'Then start the server again.',
      ],
    },
    place: 'plain words',
    reason: 'a file that the arguments do not name was not found',
  },
  place: {
    meaning: {
      class: 'not_ready',
      name: 'Wrong path',
      title: 'Wrong path',
      fault: 'server',
      verdict: 'after_fix',
      explanation: '{server} is set up with a path that it cannot use to {doing}{because}.',
      remedy: ['Point the server to another path than {file} in its settings.', 'Then start the server again.'],
    },
    place: 'plain words',
    reason: 'a path that the arguments do not name is a folder where a file belongs, or the other way round',
  },
  program: {
    meaning: {
      class: 'not_ready',
      name: 'Missing program',
      title: 'Missing program',
      fault: 'server',
      explanation: '{server} could not start a program that it needs to {doing}{because}.',
      remedy: ['Install {program} where the server runs, or put it on its PATH.', 'Then start the server again.'],
    },
    place: 'plain words',
    reason: 'a name without a folder that the arguments do not have: a program that was to be started',
  },
  ran: {
    meaning: {
      class: 'internal',
      name: 'Program failed',
      title: 'Program failed',
      fault: 'caller',
      verdict: 'unknown',
      explanation: 'The program that {call} ran failed{because}.',
      remedy: ['Read what the program printed: it says why.', 'Correct the command or the code in the arguments.'],
    },
    place: 'unmistakable words',
    reason: 'reported by the program that the call ran, not by the server',
  },
  noProgram: {
    meaning: {
      class: 'not_found',
      name: 'Unknown program',
      title: 'Unknown program',
      explanation: 'The machine of {server} has no program of the name that {call} was to run{because}.',
      remedy: [
        'Check the name of the program in the arguments.',
        'Install it where the server runs, or give its full path.',
      ],
    },
    place: 'unmistakable words',
    reason: 'the program that the call names was not found',
  },
  // Servers that check the arguments first complain about those of a tool that they do not have.
  unlisted: {
    meaning: { class: 'not_found', name: 'Unknown tool', title: 'Unknown tool' },
    place: 'unmistakable words',
    reason: 'the server does not list this tool',
  },
  // "Plan 7 not found. Use open_plan first": what was asked for is missing, and the rest is advice.
  sought: {
    meaning: { class: 'not_found' },
    place: 'specific words',
    reason: 'the words say that what was sent does not exist',
  },
  // "C7 has no date": what was sent is not of the kind that the tool needs. Any other words say more.
  denied: {
    meaning: { class: 'validation' },
    place: 'vague words',
    reason: 'the words say what a value that was sent is not, or lacks',
  },
  // A command that the caller did not send: the server sent it to a service that does not know it.
  foreign: {
    meaning: {
      class: 'unsupported',
      name: 'Unsupported command',
      title: 'Unsupported command',
      fault: 'upstream',
      explanation: 'A service that {server} uses does not know a command that the server needs to {doing}{because}.',
      remedy: ['Install a version or extension of that service that has the command, or update the server.'],
    },
    place: 'specific words',
    reason: 'an unknown command that is not in the arguments',
  },
  // What Python prints for a KeyError: only the key.
  key: {
    meaning: { class: 'internal', verdict: 'unknown' },
    place: 'general words',
    reason: 'only a name in quotes: a key that the server looked up and did not find',
  },
};
