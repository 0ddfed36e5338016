// Resources: reads one, and subscribes to its changes.

import { BellMinus, BellPlus, BookOpen } from 'lucide-react';
import type { ResourceView } from '../../../../shared/server/connecting.ts';
import { Button } from '../../../components/button.tsx';
import { bytesWords } from '../../../text/format.ts';
import { AnswerOutcome } from './answer-view.tsx';
import type { OfferItem } from './item-list.tsx';
import { OfferHead, OfferPane, type PaneProps, useQuestion } from './offer-pane.tsx';
import styles from './offers.module.css';

const none: ResourceView[] = [];
const toItem = ({ uri, name, title, description }: ResourceView): OfferItem => ({
  key: uri,
  name: title || name || uri,
  about: uri,
  more: `${name} ${description.slice(0, 500)}`,
});

export function ResourcePane({ server, state }: PaneProps) {
  return (
    <OfferPane
      label="Resources"
      nothing="This server offers no resources."
      state={state}
      offers={state.offers?.resources ?? none}
      toItem={toItem}
    >
      {(resource) => <Resource key={resource.uri} resource={resource} server={server} state={state} />}
    </OfferPane>
  );
}

function Resource({ resource, server, state }: PaneProps & { resource: ResourceView }) {
  const question = useQuestion(server);
  const { uri } = resource;
  const isSubscribed = state.offers?.subscribed.includes(uri) ?? false;
  const canSubscribe = state.offers?.abilities.includes('resources.subscribe') ?? false;
  return (
    <>
      <OfferHead
        title={resource.title || resource.name || uri}
        address={uri}
        facts={[resource.mimeType, resource.size === null ? '' : bytesWords(resource.size)]}
        about={resource.description}
      />
      <div className={styles.buttons}>
        <Button look="primary" disabled={question.busy} onClick={() => question.ask('resources/read', { uri })}>
          <BookOpen size={14} aria-hidden="true" /> Read
        </Button>
        <Button
          disabled={question.busy}
          onClick={() => question.ask(isSubscribed ? 'resources/unsubscribe' : 'resources/subscribe', { uri })}
        >
          {isSubscribed ? <BellMinus size={14} aria-hidden="true" /> : <BellPlus size={14} aria-hidden="true" />}
          {isSubscribed ? 'Unsubscribe' : 'Subscribe'}
        </Button>
        {isSubscribed && <span className={styles.note}>Changes appear in the timeline.</span>}
        {!canSubscribe && !isSubscribed && (
          <span className={styles.note}>The server does not say that one can subscribe.</span>
        )}
      </div>
      <AnswerOutcome question={question} onDone={() => void state.reload()} />
    </>
  );
}
