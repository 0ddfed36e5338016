// Ctrl or ⌘ K: finds any action by some of its letters. The box keeps the focus and names the active option. items.ts has the entries.

import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import frame from '../../components/dialog.module.css';
import { useConnection } from '../../model/connection.ts';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { usePreferences } from '../../model/preferences.ts';
import { useFeatures } from '../../model/window-feature.ts';
import { actionItems, type FoundItem, filterItems, findItems, type PaletteAction, primaryItems } from './items.ts';
import styles from './palette.module.css';

export function Palette() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'palette');
  const chosen = useRef<PaletteAction | null>(null);
  // The focus returns first; the command may then move it.
  const runChosen = () => {
    const item = chosen.current;
    chosen.current = null;
    if (item) queueMicrotask(() => void item.run());
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeDialog(model)}>
      <Dialog.Portal>
        <Dialog.Overlay className={frame.shade} />
        <Dialog.Content className={styles.palette} aria-describedby={undefined} onCloseAutoFocus={runChosen}>
          <Dialog.Title className="visually-hidden">Command palette</Dialog.Title>
          <Finder chosen={chosen} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const listId = 'palette-list';
const optionId = (id: string) => `palette-${id.replaceAll(/[^\w-]/g, (sign) => `_${sign.codePointAt(0)}`)}`;

function Finder({ chosen }: { chosen: RefObject<PaletteAction | null> }) {
  const model = useModel();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const sections = useFound(query);
  const flat = sections.flatMap(({ found }) => found);
  const current = flat[Math.min(active, flat.length - 1)]?.item;

  const choose = (item: PaletteAction) => {
    chosen.current = item;
    closeDialog(model);
  };
  const move = (to: number) => setActive(((to % flat.length) + flat.length) % flat.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: Math.min(flat.length - 1, active + 8),
      PageUp: Math.max(0, active - 8),
    };
    const to = moves[event.key];
    if (to !== undefined && flat.length > 0) move(to);
    else if (event.key === 'Enter' && current) choose(current);
    else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) closeDialog(model);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing may change the active option.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, query, model]);

  return (
    <>
      <div className={styles.box}>
        <Search size={16} aria-hidden="true" />
        <input
          role="combobox"
          aria-label="Command palette"
          aria-expanded={flat.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current ? optionId(current.id) : undefined}
          value={query}
          placeholder="Find an action, a server, a recording…"
          spellCheck={false}
          autoComplete="off"
          maxLength={500}
          onChange={(event) => {
            setQuery(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div ref={list} id={listId} role="listbox" aria-label="Actions" className={styles.list} tabIndex={-1}>
        {sections.map(({ section, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
          <div key={section} role="group" aria-labelledby={optionId(`section ${section}`)}>
            <div id={optionId(`section ${section}`)} className={styles.section} role="presentation">
              {section}
            </div>
            {found.map((each) => (
              <Option
                key={each.item.id}
                found={each}
                active={each.item === current}
                onPoint={() => setActive(flat.indexOf(each))}
                onChoose={() => choose(each.item)}
              />
            ))}
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> move
        </span>
        <span>
          <kbd>Enter</kbd> do it
        </span>
        <span role="status">
          {flat.length} {flat.length === 1 ? 'action' : 'actions'}
        </span>
      </div>
    </>
  );
}

function useFound(query: string) {
  const model = useModel();
  const features = useFeatures();
  const servers = useConnection((state) => state.servers);
  const away = useConnection((state) => state.status !== 'connected');
  const counters = useConnection((state) => state.counters.rows === 0);
  const { theme, times, density, textFont, codeFont, filters } = usePreferences();
  const [late, setLate] = useState<PaletteAction[]>([]);
  useEffect(() => {
    let wanted = true;
    void Promise.all(features.flatMap(({ latePalette }) => latePalette?.(model) ?? [])).then(
      (found) => wanted && setLate(found.flat()),
    );
    return () => {
      wanted = false;
    };
  }, [model, features]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reasons depend on these, read from their stores.
  const actions = useMemo(
    () => [...primaryItems(model), ...actionItems(model), ...features.flatMap(({ palette }) => palette?.(model) ?? [])],
    [model, features, servers, away, counters, theme, times, density, textFont, codeFont],
  );
  return useMemo(
    () => findItems([...actions, ...late, ...filterItems(model, filters, query)], query),
    [model, actions, late, filters, query],
  );
}

interface OptionProps {
  found: FoundItem;
  active: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ found: { item, at }, active, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys.
    <div
      id={optionId(item.id)}
      role="option"
      aria-selected={active}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => !active && onPoint()}
      onClick={onChoose}
    >
      <bdi className={styles.label} title={item.label}>
        <Marked text={item.label} at={at} />
      </bdi>
      <span className={styles.about}>{item.about}</span>
      {item.keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </div>
  );
}

function Marked({ text, at }: { text: string; at: readonly number[] }) {
  if (at.length === 0) return text;
  const marked = new Set(at);
  const parts: { text: string; hit: boolean }[] = [];
  for (let index = 0; index < text.length; index++) {
    const hit = marked.has(index);
    const last = parts.at(-1);
    if (last && last.hit === hit) last.text += text[index];
    else parts.push({ text: text[index]!, hit });
  }
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are identified by their index.
  return parts.map((part, index) => (part.hit ? <b key={index}>{part.text}</b> : <span key={index}>{part.text}</span>));
}
