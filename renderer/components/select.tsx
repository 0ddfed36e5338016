// A drop-down list without its own visible label; use `aria-label` or a label around it.

import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import styles from './field.module.css';
import small from './select.module.css';

export function Select({ className = '', children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={`${styles.select} ${small.box} ${className}`}>
      <select className={`${styles.input} ${small.input}`} {...rest}>
        {children}
      </select>
      <ChevronDown size={14} aria-hidden="true" />
    </span>
  );
}
