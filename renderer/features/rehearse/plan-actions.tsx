// What can be done with a plan beside starting it: edit, copy, export and delete.

import { Copy, Ellipsis, Pencil } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { OwnPlan } from '../../../shared/api/views.ts';
import type { Plan } from '../../../shared/features/rehearse/rehearsal-plan.ts';
import { Button } from '../../components/button.tsx';
import menu from '../../components/menu.module.css';
import { useModel } from '../../model/model.ts';
import { saveFile } from '../../model/save-file.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { planText } from './plan-draft.ts';
import { removePlan } from './rehearsal.ts';
import { editCopy, openDraft } from './rehearse-state.ts';

export function PlanActions({ plan, own, isLocked }: { plan: Plan; own: OwnPlan | null; isLocked: boolean }) {
  const model = useModel();
  const file = own?.file ?? plan.name;
  const save = () =>
    saveFile(model, { name: `${file}.json`, type: 'application/json', content: own?.text ?? planText(plan) });
  return (
    <>
      {own && !isLocked && (
        <Button onClick={() => openDraft(model, own.text, own.file)}>
          <Pencil size={14} aria-hidden="true" /> Edit
        </Button>
      )}
      {(!own || isLocked) && (
        <Button onClick={() => editCopy(model, plan)}>
          <Copy size={14} aria-hidden="true" /> Edit a copy
        </Button>
      )}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button look="icon" aria-label="More about this plan">
            <Ellipsis size={16} aria-hidden="true" />
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className={menu.menu} align="end" sideOffset={4}>
            {own && (
              <DropdownMenu.Item className={menu.item} onSelect={() => editCopy(model, plan)}>
                Edit a copy
              </DropdownMenu.Item>
            )}
            <DropdownMenu.Item className={menu.item} onSelect={() => void save()}>
              Export JSON
            </DropdownMenu.Item>
            {own && !isLocked && (
              <DropdownMenu.Item
                className={menu.item}
                onSelect={() => void removePlan(model, own.file, visibleLine(plan.title))}
              >
                Delete
              </DropdownMenu.Item>
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  );
}
