// What a server offers, parsed leniently: a malformed entry is shown with what it has.

import { isObject, type Json, type JsonObject, member } from '../../../shared/json/json.ts';
import type { PromptView, ResourceView, TaskView, TemplateView } from '../../../shared/server/connecting.ts';
import { isOverStatus, type KnownTask } from '../session/session-memory.ts';

export function viewResource(item: Json): ResourceView {
  const size = member(item, 'size');
  return { uri: text(item, 'uri'), ...common(item), size: typeof size === 'number' ? size : null };
}

export function viewTemplate(item: Json): TemplateView {
  return { uriTemplate: text(item, 'uriTemplate'), ...common(item) };
}

export function viewPrompt(item: Json): PromptView {
  const list = member(item, 'arguments');
  const { name, title, description } = common(item);
  return {
    name,
    title,
    description,
    arguments: (Array.isArray(list) ? list : []).map((argument) => ({
      name: text(argument, 'name'),
      description: text(argument, 'description'),
      required: member(argument, 'required') === true,
    })),
  };
}

export function viewTask({ taskId, row, status, message }: KnownTask): TaskView {
  const said = status.replaceAll('_', ' ');
  return { taskId, row, status, words: message === '' ? said : `${said}: ${message}`, isOver: isOverStatus(status) };
}

/** `logging`, `resources`, `resources.subscribe`: the declared capabilities, down to the second level. */
export function abilitiesOf(capabilities: JsonObject): string[] {
  const names: string[] = [];
  for (const [name, value] of Object.entries(capabilities).slice(0, 50)) {
    if (value === false || value === null) continue;
    names.push(name);
    if (!isObject(value)) continue;
    for (const [inner, flag] of Object.entries(value).slice(0, 50)) {
      if (flag !== false && flag !== null) names.push(`${name}.${inner}`);
    }
  }
  // Since 2026-07-28 tasks are an extension.
  if (names.includes('extensions.io.modelcontextprotocol/tasks')) names.push('tasks');
  return names;
}

function common(item: Json): { name: string; title: string; description: string; mimeType: string } {
  return {
    name: text(item, 'name'),
    title: text(item, 'title'),
    description: text(item, 'description'),
    mimeType: text(item, 'mimeType'),
  };
}

function text(value: Json, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}
