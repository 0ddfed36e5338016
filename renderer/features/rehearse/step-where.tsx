// The tools that a step is about: any, or those that are named.

import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { asksServer } from '../../../shared/features/rehearse/plan-words.ts';
import type { Injection } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import type { JsonObject } from '../../../shared/json/json.ts';
import { Button } from '../../components/button.tsx';
import field from '../../components/field.module.css';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './plan-editor.module.css';
import { StepLine } from './step-line.tsx';

interface WhereProps {
  step: JsonObject;
  /** To offer. */
  tools: readonly string[];
  /** undefined: any tool. */
  onChange: (names: string[] | undefined) => void;
}

export function Where({ step, tools, onChange }: WhereProps) {
  const [typed, setTyped] = useState('');
  const list = useId();
  const chosen = Array.isArray(step.tools) ? step.tools.map(String) : [];
  const add = () => {
    const name = typed.trim();
    if (name !== '' && !chosen.includes(name)) onChange([...chosen, name]);
    setTyped('');
  };
  const remove = (name: string) => {
    const rest = chosen.filter((other) => other !== name);
    onChange(rest.length === 0 ? undefined : rest);
  };
  const isSpoiled = asksServer(step.do as unknown as Injection);
  return (
    <StepLine word="Where">
      {chosen.length === 0 && <span>any tool{isSpoiled && ' that the server lists as read-only'}</span>}
      {chosen.map((name) => (
        <span key={name} className={`mono ${styles.tool}`}>
          {visibleLine(name)}
          <button type="button" aria-label={`Remove ${visibleLine(name)}`} onClick={() => remove(name)}>
            <X size={12} aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        className={`${field.input} mono ${styles.addTool}`}
        aria-label="Add a tool"
        placeholder={chosen.length === 0 ? 'only this tool' : 'another tool'}
        list={list}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          add();
        }}
      />
      <datalist id={list}>
        {tools
          .filter((name) => !chosen.includes(name))
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
      <Button look="quiet" disabled={typed.trim() === ''} onClick={add}>
        <Plus size={14} aria-hidden="true" /> Tool
      </Button>
    </StepLine>
  );
}
