// Resource templates: fills in the names with the server's suggestions, and reads the resulting URI.

import { BookOpen } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import type { TemplateView } from '../../../../shared/server/connecting.ts';
import { Button } from '../../../components/button.tsx';
import { visibleLine } from '../../../text/visible-text.ts';
import { AnswerOutcome } from './answer-view.tsx';
import { CompletingField } from './completing-field.tsx';
import type { OfferItem } from './item-list.tsx';
import { OfferHead, OfferPane, type PaneProps, useQuestion } from './offer-pane.tsx';
import styles from './offers.module.css';
import { fillTemplate, templateNames } from './uri-template.ts';

const none: TemplateView[] = [];
const toItem = ({ uriTemplate, name, title, description }: TemplateView): OfferItem => ({
  key: uriTemplate,
  name: title || name || uriTemplate,
  about: uriTemplate,
  more: `${name} ${description.slice(0, 500)}`,
});

export function TemplatePane({ server, state }: PaneProps) {
  return (
    <OfferPane
      label="Templates"
      nothing="This server offers no templates."
      state={state}
      offers={state.offers?.templates ?? none}
      toItem={toItem}
    >
      {(template) => <Template key={template.uriTemplate} template={template} server={server} state={state} />}
    </OfferPane>
  );
}

function Template({ template, server, state }: PaneProps & { template: TemplateView }) {
  const { uriTemplate } = template;
  const question = useQuestion(server);
  const names = useMemo(() => templateNames(uriTemplate), [uriTemplate]);
  const [values, setValues] = useState<Record<string, string>>({});
  const uri = fillTemplate(uriTemplate, values);
  const completes = state.offers?.abilities.includes('completions') ?? false;
  const completion = completes ? { server, ref: { type: 'ref/resource' as const, uri: uriTemplate } } : null;
  const read = (event: FormEvent) => {
    event.preventDefault();
    void question.ask('resources/read', { uri });
  };
  return (
    <>
      <OfferHead
        title={template.title || template.name || uriTemplate}
        address={uriTemplate}
        facts={[template.mimeType]}
        about={template.description}
      />
      <form className={styles.fields} onSubmit={read}>
        {names.map((name) => (
          <CompletingField
            key={name}
            name={name}
            about=""
            required={false}
            value={values[name] ?? ''}
            others={values}
            completion={completion}
            onChange={(value) => setValues(Object.fromEntries([...Object.entries(values), [name, value]]))}
          />
        ))}
        <p className={`${styles.result} mono`}>
          <span className="visually-hidden">Address: </span>
          <bdi>{visibleLine(uri)}</bdi>
        </p>
        <div className={styles.buttons}>
          <Button look="primary" type="submit" disabled={question.busy}>
            <BookOpen size={14} aria-hidden="true" /> Read
          </Button>
          {!completes && names.length > 0 && (
            <span className={styles.note}>The server does not say that it suggests values.</span>
          )}
        </div>
      </form>
      <AnswerOutcome question={question} />
    </>
  );
}
