import { MessageCircleQuestionMark, Printer, Scale } from '@lucide/icons'
import type { ManagedItem, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { applyStep } from '@portal/contract/orders/order-rules.ts'
import { useState } from 'react'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { Facts } from '#manage/controls/values/facts.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { CorrectDialog, hasWeighed } from '../shared/correct-dialog.tsx'
import { describePlace, formatMass, ItemMark } from '../shared/order-words.tsx'
import { SamplePictures } from '../shared/sample-pictures.tsx'
import { StepDialog } from '../shared/step-dialog.tsx'
import styles from './intake.module.css'

interface ReceivedItemProps {
  item: ManagedItem
  events: ManagedOrder['events']
  onPrint: () => void
}

/** A sample that was taken in or refused before: what was noted then. */
export function ReceivedItem({ item, events, onPrint }: ReceivedItemProps) {
  const self = useSelf()
  const [dialog, setDialog] = useState<'ask' | 'correct' | null>(null)
  const name = `${formatShortNo(item.sampleNo)} ${item.statedName}`
  return (
    <section className={styles.part}>
      <header className={styles.partHead}>
        <h2>{name}</h2>
        <div>
          <ItemMark item={item} />
        </div>
      </header>
      <Facts
        of={[
          ['编号', item.sampleNo],
          ['货号', item.reference],
          ['外观', item.marks.join('、') || null],
          ['说明', item.note],
          ['收样质量', item.massInG && `${formatMass(item.massInG)}，分度 ${item.divisionInG} g`],
          ['件数', item.count],
          ['在哪里', describePlace(item)],
          ['应可领', item.dueOn],
        ]}
      />
      <SamplePictures sample={item} />
      {item.massInG !== null && (
        <div className={styles.acts}>
          <Button variant="outline" icon={Printer} onClick={onPrint}>
            打标签
          </Button>
          {applyStep(item, 'ask') && (
            <Button variant="outline" icon={MessageCircleQuestionMark} onClick={() => setDialog('ask')}>
              询问委托方…
            </Button>
          )}
          {applyStep(item, 'correct') &&
            (hasWeighed(events, item.sampleNo, self.id) ? (
              <p className={shared.faint}>质量填错了，请没有称量过这件的同事或负责人来更正。</p>
            ) : (
              <Button variant="outline" icon={Scale} onClick={() => setDialog('correct')}>
                更正质量…
              </Button>
            ))}
        </div>
      )}
      {dialog === 'correct' && <CorrectDialog sample={item} name={name} onClose={() => setDialog(null)} />}
      {dialog === 'ask' && (
        <StepDialog step="ask" sample={item} name={name} onClose={() => setDialog(null)}>
          <p>答复之前时限暂停，其余样品照常检测。</p>
        </StepDialog>
      )}
    </section>
  )
}
