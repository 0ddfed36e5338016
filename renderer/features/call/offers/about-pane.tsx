// What a server reports about itself, and the two connection settings: log level and subscriptions.

import { useState } from 'react';
import type { Offers } from '../../../../shared/server/connecting.ts';
import { Button } from '../../../components/button.tsx';
import { Caption } from '../../../components/caption.tsx';
import { ForeignText } from '../../../components/foreign-text.tsx';
import { Pill } from '../../../components/pill.tsx';
import { Select } from '../../../components/select.tsx';
import { serverById, useConnection } from '../../../model/connection.ts';
import { visibleLine } from '../../../text/visible-text.ts';
import { AnswerOutcome } from './answer-view.tsx';
import { type OfferQuestion, OffersNotice, type PaneProps, useQuestion } from './offer-pane.tsx';
import styles from './offers.module.css';

/** RFC 5424, as the specification uses them. */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

export function AboutPane({ server, state }: PaneProps) {
  const view = useConnection((connection) => serverById(connection.servers, server));
  const question = useQuestion(server);
  const { offers } = state;
  const info = view?.serverInfo;
  return (
    <div className={styles.alone}>
      <dl className={styles.pair}>
        <dt>Name</dt>
        <dd>{info ? visibleLine(`${info.name} ${info.version}`) : 'nothing yet'}</dd>
        <dt>Protocol</dt>
        <dd>{view?.protocolVersion ? `${view.protocolVersion}, ${view.era}` : 'not agreed yet'}</dd>
        <dt>{view?.endpoint.startsWith('http') ? 'Address' : 'Command'}</dt>
        <dd className="mono">{visibleLine(view?.endpoint ?? '')}</dd>
      </dl>
      <OffersNotice state={state} />
      {offers && <Declared offers={offers} question={question} />}
      <AnswerOutcome question={question} onDone={() => void state.reload()} />
    </div>
  );
}

function Declared({ offers, question }: { offers: Offers; question: OfferQuestion }) {
  const [level, setLevel] = useState('info');
  return (
    <>
      <section className={styles.section}>
        <Caption>Declared capabilities</Caption>
        <div className={styles.facts}>
          {offers.abilities.map((ability) => (
            <Pill key={ability} tone="mute">
              {visibleLine(ability)}
            </Pill>
          ))}
          {offers.abilities.length === 0 && <span className={styles.note}>none</span>}
        </div>
      </section>
      <section className={styles.section}>
        <Caption>Instructions from the server</Caption>
        {offers.instructions ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keys.
          <div className={styles.instructions} tabIndex={0} role="document" aria-label="Instructions">
            <ForeignText text={offers.instructions.slice(0, 50_000)} />
          </div>
        ) : (
          <span className={styles.note}>none</span>
        )}
      </section>
      <section className={styles.section}>
        <Caption>Log level</Caption>
        <div className={styles.buttons}>
          <Select aria-label="Log level" value={level} onChange={(event) => setLevel(event.target.value)}>
            {levels.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
          <Button disabled={question.busy} onClick={() => question.ask('logging/setLevel', { level })}>
            Set
          </Button>
          {!offers.abilities.includes('logging') && (
            <span className={styles.note}>The server does not declare logging.</span>
          )}
        </div>
      </section>
      <section className={styles.section}>
        <Caption>Subscriptions</Caption>
        {offers.subscribed.length === 0 && (
          <span className={styles.note}>None. Subscribe to a resource to see its changes in the timeline.</span>
        )}
        {offers.subscribed.slice(0, 500).map((uri) => (
          <div key={uri} className={styles.line}>
            <bdi className="mono">{visibleLine(uri)}</bdi>
            <Button
              look="quiet"
              disabled={question.busy}
              onClick={() => question.ask('resources/unsubscribe', { uri })}
            >
              Unsubscribe
            </Button>
          </div>
        ))}
      </section>
    </>
  );
}
