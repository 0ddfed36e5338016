// How Misfire answers a server's requests: the roots, and a rule each for sampling and elicitation.

import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { AnswerRule } from '../../../shared/server/server-config.ts';
import { JsonEditor } from '../../arguments/json-editor.tsx';
import { Button } from '../../components/button.tsx';
import field from '../../components/field.module.css';
import { Segmented } from '../../components/segmented.tsx';
import styles from './server-fields.module.css';
import type { RuleForm, ServerForm } from './server-form.ts';

const words: Record<AnswerRule['kind'], string> = {
  ask: 'Misfire shows the question and the server waits for you.',
  canned: 'The same answer each time, without asking you.',
  refuse: 'Each question is answered with an error, as by a person who says no.',
  absent: 'Misfire does not offer it at all, like a client that cannot.',
};

const segments = [
  { value: 'ask', label: 'Ask me' },
  { value: 'canned', label: 'Saved answer' },
  { value: 'refuse', label: 'Refuse' },
  { value: 'absent', label: 'Not offered' },
] as const;

const examples = {
  sampling: {
    role: 'assistant',
    content: { type: 'text', text: 'A saved answer.' },
    model: 'saved-answer',
    stopReason: 'endTurn',
  },
  elicitation: { action: 'accept', content: {} },
};

export function AnswerRuleField({
  label,
  about,
  name,
  rule,
  problem,
  onChange,
}: {
  label: string;
  about: string;
  name: 'sampling' | 'elicitation';
  rule: RuleForm;
  problem: string;
  onChange: (rule: RuleForm) => void;
}) {
  const [start] = useState({ text: rule.result || JSON.stringify(examples[name], null, 2) });
  const choose = (kind: AnswerRule['kind']) =>
    onChange({ kind, result: kind === 'canned' && rule.result === '' ? start.text : rule.result });
  return (
    <div className={styles.rule}>
      <div className={styles.ruleHead}>
        <div>
          <b className={styles.strong}>{label}</b>
          <p className={styles.about}>{about}</p>
        </div>
        <Segmented label={label} value={rule.kind} onChange={choose} segments={segments} />
      </div>
      <p className={styles.about}>{words[rule.kind]}</p>
      {rule.kind === 'canned' && (
        <div className={styles.canned}>
          <JsonEditor
            takesFocus
            label={`Saved answer to ${label.toLowerCase()}, JSON`}
            start={start}
            schema={null}
            onChange={(result) => onChange({ ...rule, result })}
            onSend={() => undefined}
          />
        </div>
      )}
      {problem && <p className={styles.problem}>{problem}</p>}
    </div>
  );
}

export function RootRows({
  roots,
  onChange,
}: {
  roots: ServerForm['roots'];
  onChange: (roots: ServerForm['roots']) => void;
}) {
  const set = (index: number, change: Partial<ServerForm['roots'][number]>) =>
    onChange(roots.map((root, at) => (at === index ? { ...root, ...change } : root)));
  return (
    <fieldset className={styles.lines}>
      <legend className={field.label}>
        Roots <span className={field.hint}>folders that the server may work in</span>
      </legend>
      {roots.map((root, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line that is being typed is identified by its index.
        <div key={index} className={styles.root}>
          <input
            className={`${field.input} mono`}
            aria-label={`Address of root ${index + 1}`}
            placeholder="file:///home/me/project"
            spellCheck={false}
            value={root.uri}
            onChange={(event) => set(index, { uri: event.target.value })}
          />
          <input
            className={field.input}
            aria-label={`Name of root ${index + 1}`}
            placeholder="Name, optional"
            value={root.name}
            onChange={(event) => set(index, { name: event.target.value })}
          />
          <Button
            look="icon"
            aria-label={`Remove root ${index + 1}`}
            title="Remove"
            onClick={() => onChange(roots.filter((_, at) => at !== index))}
          >
            <X size={13} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button look="quiet" className={styles.addLine} onClick={() => onChange([...roots, { uri: '', name: '' }])}>
        <Plus size={13} aria-hidden="true" /> Add a root
      </Button>
    </fieldset>
  );
}
