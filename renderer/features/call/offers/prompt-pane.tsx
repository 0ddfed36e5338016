// Prompts: their arguments with the server's suggestions, and the resulting messages.

import { MessageSquareText } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { PromptView } from '../../../../shared/server/connecting.ts';
import { Button } from '../../../components/button.tsx';
import { AnswerOutcome } from './answer-view.tsx';
import { CompletingField } from './completing-field.tsx';
import type { OfferItem } from './item-list.tsx';
import { OfferHead, OfferPane, type PaneProps, useQuestion } from './offer-pane.tsx';
import styles from './offers.module.css';

const none: PromptView[] = [];
const toItem = ({ name, title, description }: PromptView): OfferItem => ({
  key: name,
  name,
  about: description,
  more: title,
});

export function PromptPane({ server, state }: PaneProps) {
  return (
    <OfferPane
      label="Prompts"
      nothing="This server offers no prompts."
      state={state}
      offers={state.offers?.prompts ?? none}
      toItem={toItem}
    >
      {(prompt) => <Prompt key={prompt.name} prompt={prompt} server={server} state={state} />}
    </OfferPane>
  );
}

function Prompt({ prompt, server, state }: PaneProps & { prompt: PromptView }) {
  const question = useQuestion(server);
  const [values, setValues] = useState<Record<string, string>>({});
  const completes = state.offers?.abilities.includes('completions') ?? false;
  const completion = completes ? { server, ref: { type: 'ref/prompt' as const, name: prompt.name } } : null;
  const missing = prompt.arguments.filter(({ name, required }) => required && (values[name] ?? '') === '');
  const get = (event: FormEvent) => {
    event.preventDefault();
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    void question.ask('prompts/get', { name: prompt.name, arguments: given });
  };
  return (
    <>
      <OfferHead
        title={prompt.title || prompt.name}
        address={prompt.title ? prompt.name : ''}
        facts={[]}
        about={prompt.description}
      />
      <form className={styles.fields} onSubmit={get}>
        {prompt.arguments.length === 0 && <p className={styles.note}>This prompt takes no arguments.</p>}
        {prompt.arguments.map(({ name, description, required }) => (
          <CompletingField
            key={name}
            name={name}
            about={description}
            required={required}
            value={values[name] ?? ''}
            others={values}
            completion={completion}
            onChange={(value) => setValues(Object.fromEntries([...Object.entries(values), [name, value]]))}
          />
        ))}
        <div className={styles.buttons}>
          <Button look="primary" type="submit" disabled={question.busy}>
            <MessageSquareText size={14} aria-hidden="true" /> Get
          </Button>
          {missing.length > 0 && (
            <span className={styles.note}>
              {missing.map(({ name }) => name).join(', ')} {missing.length === 1 ? 'is' : 'are'} required; it can be
              sent all the same.
            </span>
          )}
        </div>
      </form>
      <AnswerOutcome question={question} />
    </>
  );
}
