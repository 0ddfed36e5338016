// One editor for each kind of server request. Each reports what would be sent, and what is still invalid.

import { Copy, ExternalLink } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Json } from '../../../shared/json/json.ts';
import { setAt } from '../../../shared/json/json-place.ts';
import type { AskView } from '../../../shared/server/connecting.ts';
import { propertiesOf } from '../../arguments/argument-schema.ts';
import { Form } from '../../arguments/form.tsx';
import { Button } from '../../components/button.tsx';
import { Caption } from '../../components/caption.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { TextArea } from '../../components/field.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { Pill } from '../../components/pill.tsx';
import { useModel } from '../../model/model.ts';
import { copyExactly } from '../../model/notices.ts';
import { Blocks } from '../../results/blocks.tsx';
import { visibleLine } from '../../text/visible-text.ts';
import { openAddress, webAddress } from '../../text/web-address.ts';
import { RootRows } from '../servers/answer-rules.tsx';
import styles from './asks.module.css';
import {
  checkContent,
  readElicitation,
  readParams,
  readSampling,
  rootsResult,
  samplingResult,
  startContent,
} from './questions.ts';

export interface AnswerDraft {
  /** null: nothing to send yet. */
  result: Json | null;
  /** '' if it can be sent. */
  problem: string;
}

interface EditorProps {
  params: string;
  onDraft: (draft: AnswerDraft) => void;
}

const longestMessage = 20_000;

function Message({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <blockquote className={styles.message}>
      <ForeignText text={text.slice(0, longestMessage)} />
    </blockquote>
  );
}

export function ElicitationForm({ params, tried, onDraft }: EditorProps & { tried: boolean }) {
  const asked = useMemo(() => readElicitation(params), [params]);
  const [content, setContent] = useState<Json>(() => startContent(asked.schema));
  const issues = useMemo(() => checkContent(asked.schema, content), [asked, content]);
  // Reported before the next key, so that Enter right after the last letter sends that letter too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: onDraft is the window's setter.
  useLayoutEffect(() => {
    onDraft({ result: { action: 'accept', content }, problem: issues[0]?.message ?? '' });
  }, [content, issues]);
  return (
    <>
      <Message text={asked.message} />
      {propertiesOf(asked.schema).length === 0 ? (
        <p className={styles.note}>The server asks for nothing but a yes or a no.</p>
      ) : (
        <div className={styles.form}>
          <Form
            schema={asked.schema}
            args={content}
            onChange={(path, value) => setContent(setAt(content, path, value))}
          />
        </div>
      )}
      {tried && issues.length > 0 && (
        <div className={styles.issues} role="alert">
          {issues.map(({ path, message }) => (
            <p key={path.join('.') + message}>{visibleLine(message)}</p>
          ))}
        </div>
      )}
      <p className={styles.note}>Do not write passwords or keys here: a server must not ask for them this way.</p>
    </>
  );
}

export function ElicitationPage({ params, onDraft }: EditorProps) {
  const model = useModel();
  const asked = useMemo(() => readElicitation(params), [params]);
  const address = webAddress(asked.url);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onDraft is the window's setter.
  useLayoutEffect(() => onDraft({ result: { action: 'accept' }, problem: '' }), []);
  return (
    <>
      <Message text={asked.message} />
      <div className={styles.page}>
        {address ? (
          <>
            <p className={styles.note}>The server wants you to go to this page. It leads to</p>
            <p className={styles.host}>
              <bdi>{address.host}</bdi>
            </p>
          </>
        ) : (
          <p className={styles.problem}>
            Misfire does not open this address: it is neither https nor on this machine, or it hides a name in front of
            the real one.
          </p>
        )}
        <p className={`${styles.address} mono`}>
          <bdi>{visibleLine(asked.url || '(no address)')}</bdi>
        </p>
        <div className={styles.buttons}>
          {address && (
            <Button onClick={() => openAddress(address.href)}>
              <ExternalLink size={14} aria-hidden="true" /> Open {address.host}
            </Button>
          )}
          <Button look="quiet" disabled={asked.url === ''} onClick={() => copyExactly(model, asked.url, 'Address')}>
            <Copy size={14} aria-hidden="true" /> Copy the address
          </Button>
        </div>
      </div>
      <p className={styles.note}>Confirm here when you are done on that page. Misfire cannot see it.</p>
    </>
  );
}

export function SamplingQuestion({
  params,
  tried,
  onDraft,
  onSend,
}: EditorProps & { tried: boolean; onSend: () => void }) {
  const asked = useMemo(() => readSampling(params), [params]);
  const [text, setText] = useState('');
  const problem = text.trim() === '' ? 'Write what the model would answer.' : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: onDraft is the window's setter.
  useLayoutEffect(() => onDraft({ result: samplingResult(text), problem }), [text]);
  return (
    <>
      <p className={styles.note}>
        The server wants a text from a language model. Misfire has none: you write the answer in its place.
      </p>
      {asked.preferences.length > 0 && (
        <div className={styles.preferences}>
          {asked.preferences.map((preference) => (
            <Pill key={preference} tone="outline">
              {visibleLine(preference)}
            </Pill>
          ))}
        </div>
      )}
      <div className={styles.messages}>
        {asked.system && (
          <section>
            <Caption>system</Caption>
            <ForeignText text={asked.system.slice(0, longestMessage)} />
          </section>
        )}
        {asked.messages.map(({ role, blocks }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are identified by their index.
          <section key={index}>
            <Caption>{visibleLine(role)}</Caption>
            <Blocks blocks={blocks} />
          </section>
        ))}
      </div>
      <TextArea
        label="Answer"
        rows={4}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onSend()}
      />
      {tried && problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

export function Roots({ server, onDraft }: { server: string; onDraft: (draft: AnswerDraft) => void }) {
  const { platform } = useModel();
  const [roots, setRoots] = useState([{ uri: '', name: '' }]);
  // The form starts with the configured values.
  useEffect(() => {
    let wanted = true;
    void platform.call('serverConfig', { server }).then((answer) => {
      const known = answer.ok ? (answer.value.config.clientSide?.roots ?? []) : [];
      if (wanted && known.length > 0) setRoots(known.map(({ uri, name }) => ({ uri, name: name ?? '' })));
    });
    return () => {
      wanted = false;
    };
  }, [platform, server]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onDraft is the window's setter.
  useLayoutEffect(() => onDraft({ result: rootsResult(roots), problem: '' }), [roots]);
  return (
    <>
      <p className={styles.note}>The server asks in which folders it may work. An empty list is an answer too.</p>
      <RootRows roots={roots} onChange={setRoots} />
    </>
  );
}

export function OtherQuestion({ ask, onDraft }: { ask: AskView; onDraft: (draft: AnswerDraft) => void }) {
  const params = useMemo(() => JSON.stringify(readParams(ask.params), null, 2), [ask.params]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onDraft is the window's setter.
  useLayoutEffect(() => onDraft({ result: {}, problem: '' }), []);
  return (
    <>
      <p className={styles.note}>
        Misfire does not know <code className="mono">{visibleLine(ask.method)}</code>. Any JSON object can be the
        answer: switch to JSON above, or send an empty one.
      </p>
      <div className={styles.json}>
        <CodeView text={params} laidOut find="" label="What the server sent" />
      </div>
    </>
  );
}
