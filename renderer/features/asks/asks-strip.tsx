// The strip under the bar while a server waits for the user: visible in every place until it is answered.

import { MessageCircleQuestion } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { serverById, useConnection } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { openAsk, useAsks } from '../../model/pending-requests.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './asks.module.css';

export function AsksStrip() {
  const model = useModel();
  const asks = useAsks((state) => state.asks);
  const servers = useConnection((state) => state.servers);
  const [first] = asks;
  if (!first) return null;
  const name = visibleLine(serverById(servers, first.server)?.name ?? 'A server');
  return (
    <div className={styles.strip} role="status">
      <MessageCircleQuestion size={15} aria-hidden="true" />
      <b>{asks.length === 1 ? '1 question waits' : `${asks.length} questions wait`}</b>
      <span className={styles.stripWords}>
        <bdi>{name}</bdi>: <bdi>{visibleLine(first.words)}</bdi>
      </span>
      <Button onClick={() => openAsk(model, first.id)}>Answer…</Button>
    </div>
  );
}
