// The report cards of the clients in the recording that is shown, with links to their rows, and as files.

import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { CardFormat } from '../../../shared/features/report-card/card-formats.ts';
import { clientName, gradeWords, ruleRows, subjectWords } from '../../../shared/features/report-card/card-words.ts';
import { Button } from '../../components/button.tsx';
import menu from '../../components/menu.module.css';
import { Segmented } from '../../components/segmented.tsx';
import { type Model, useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { showPage } from '../../model/open-place.ts';
import { saveFile } from '../../model/save-file.ts';
import { showCall } from '../../model/selection.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { CardTable, isDifferent } from './card-table.tsx';
import styles from './cards-view.module.css';
import { useRehearsal } from './rehearsal.ts';
import { rehearseOf, useRehearse } from './rehearse-state.ts';

/** Two fit beside each other. */
const mostCards = 2;

export function CardsView() {
  const model = useModel();
  const all = useRehearsal((state) => state.cards);
  const onlyDifferences = useRehearse((state) => state.onlyDifferences);
  if (all === null) return <p className={styles.nothing}>Judging the clients…</p>;
  if (all.length === 0)
    return (
      <div className={styles.nothing}>
        <h2 className={styles.title}>No report card yet</h2>
        <p>No client of this recording was rehearsed. Choose a plan, start it, and use a watched client.</p>
      </div>
    );
  const cards = all.slice(-mostCards);
  const differ = ruleRows(cards).filter(({ results }) => isDifferent(results)).length;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>Report card: {visibleLine(cards.map(clientName).join(' and '))}</h2>
          <p>What each client received on purpose, and what it did. Every number leads to its row.</p>
        </div>
        {cards.length > 1 && (
          <Segmented
            label="Rules"
            value={onlyDifferences ? 'differences' : 'all'}
            segments={[
              { value: 'all', label: `All ${cards[0]?.rules.length ?? 0} rules` },
              { value: 'differences', label: `Differences ${differ}` },
            ]}
            onChange={(value) => rehearseOf(model).setState({ onlyDifferences: value === 'differences' })}
          />
        )}
        <ExportMenu />
      </header>
      <CardTable
        cards={cards}
        onlyDifferences={onlyDifferences && cards.length > 1}
        onRow={({ row }) => {
          showPage(model, 'timeline');
          void showCall(model, row);
        }}
      />
      <footer className={styles.foot}>
        {cards.map((card, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same client may be there twice.
          <p key={at}>{visibleLine(`${clientName(card)}: ${subjectWords(card)}.`)}</p>
        ))}
        <p>{gradeWords}</p>
      </footer>
    </div>
  );
}

const formats: [CardFormat, string][] = [
  ['md', 'Markdown'],
  ['json', 'JSON'],
  ['html', 'HTML page'],
];

function ExportMenu() {
  const model = useModel();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button>
          <Download size={14} aria-hidden="true" /> Export
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="end" sideOffset={4}>
          {formats.map(([format, label]) => (
            <DropdownMenu.Item key={format} className={menu.item} onSelect={() => void exportCards(model, format)}>
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

async function exportCards(model: Model, format: CardFormat): Promise<void> {
  const answer = await model.platform.call('reportCardFile', { format });
  if (!answer.ok) say(model, answer.error.message, 'bad');
  else await saveFile(model, { name: answer.value.fileName, type: answer.value.type, content: answer.value.text });
}
