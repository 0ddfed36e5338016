// A choice of one among a few, side by side; arrow keys move within it.

import { ToggleGroup } from 'radix-ui';
import styles from './segmented.module.css';

export interface Segment<T extends string> {
  value: T;
  label: string;
  title?: string;
  disabled?: boolean;
}

export function Segmented<T extends string>({
  label,
  value,
  segments,
  onChange,
}: {
  label: string;
  value: T;
  segments: readonly Segment<T>[];
  onChange: (value: T) => void;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      className={styles.group}
      aria-label={label}
      value={value}
      onValueChange={(next) => next && onChange(next as T)}
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          className={styles.item}
          title={segment.title}
          disabled={segment.disabled}
        >
          {segment.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
