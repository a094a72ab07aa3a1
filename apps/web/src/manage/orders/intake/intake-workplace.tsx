import { Printer } from '@lucide/icons'
import type { ManagedItem, ManagedOrder } from '@portal/contract/orders/manage-orders.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { formatShortNo } from '#domain/orders/short-number.ts'
import { readMass } from '#domain/orders/typed-values.ts'
import { formatClock } from '#lib/format.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { BottomBar } from '#manage/controls/saving/bottom-bar.tsx'
import { focusField } from '#manage/controls/saving/use-edit.ts'
import { Button } from '#ui/forms/button.tsx'
import { LABEL_SIZE, type LabelledSample, SampleLabel } from '../shared/sample-label.tsx'
import { StepDialog } from '../shared/step-dialog.tsx'
import styles from './intake.module.css'
import { IntakeForm } from './intake-form.tsx'
import type { IntakeValues } from './intake-values.ts'
import { ReceivedItem } from './received-item.tsx'
import { useIntake } from './use-intake.ts'

const PARTS: Readonly<Partial<Record<keyof IntakeValues, string>>> = { marks: '外观', massG: '质量', count: '件数' }

interface IntakeWorkplaceProps {
  order: ManagedOrder
  item: ManagedItem
  /** Prints labels, and leads on to the next sample after an intake. */
  onPrint: (samples: readonly LabelledSample[]) => void
  onReceived: (sample: ManagedItem) => void
  onRefused: (sample: ManagedItem) => void
  /** Panels below the label. */
  children: ReactNode
}

/** One sample at the counter: its form, or what was noted, and its label. */
export function IntakeWorkplace({ order, item, onPrint, onReceived, onRefused, children }: IntakeWorkplaceProps) {
  const { edit, pictures, discard, isExpected, hasOpenAttempt, isBusy, receive, run } = useIntake(order, item)
  const { revalidate } = useRevalidator()
  const middleRef = useFirstButton(isExpected)
  const [dialog, setDialog] = useState<'refuse' | 'ask' | null>(null)
  /** Revision after the intake of a sample about which a question follows. */
  const receivedRevision = useRef<number | null>(null)
  const name = `${formatShortNo(item.sampleNo)} ${item.statedName}`
  const missing = Object.keys(edit.faults) as (keyof IntakeValues)[]
  const faulty = missing.find((one) => edit.getFieldProps(one).error)

  const receiveAndPrint = () => {
    if (isBusy || dialog || pictures.pending !== '' || !edit.check()) return
    void run(async () => {
      await receive()
      await revalidate()
      onReceived(item)
    })
  }
  const receiveFirst = async () => {
    receivedRevision.current ??= await receive()
    return receivedRevision.current
  }
  const refuse = () => {
    discard()
    onRefused(item)
  }
  const closeQuestion = () => {
    setDialog(null)
    // The sample may have been taken in without a question.
    if (receivedRevision.current !== null) void revalidate()
  }
  useKeys({ 'Mod+Enter': { words: '收下并打标签', run: receiveAndPrint } }, isExpected)
  const massInG = isExpected ? readMass(edit.values.massG).massG : item.massInG
  return (
    <>
      <div className={styles.middle} ref={middleRef}>
        {hasOpenAttempt && (
          <Note tone="warning" isLive title="没有收到答复">
            {formatShortNo(item.sampleNo)} 可能已经入库。填写的内容还在；再按一次会先核对，不会重复收样。
          </Note>
        )}
        <Panel>
          {isExpected ? (
            <IntakeForm item={item} edit={edit} pictures={pictures} />
          ) : (
            <ReceivedItem item={item} events={order.events} onPrint={() => onPrint([item])} />
          )}
        </Panel>
      </div>
      <div className={styles.side}>
        <Panel title="标签" note={LABEL_SIZE} isFlush>
          <div className={styles.preview}>
            <SampleLabel sample={{ ...item, massInG }} isUrgent={order.priority === 'urgent'} />
          </div>
          <p className={styles.extra}>不印委托方、自述名称与价值，检测人员看不到。二维码只有 17 位数字。</p>
        </Panel>
        {children}
      </div>
      {isExpected && (
        <BottomBar
          className={styles.bar}
          state={
            <b>
              {String(item.item).padStart(2, '0')} / {order.items.length}
            </b>
          }
          firstFault={faulty && { label: PARTS[faulty] ?? '说明', onGo: () => focusMissing(faulty) }}
          trouble={pictures.pending || undefined}
          note={[
            !faulty && missing.length > 0 && `还缺：${missing.map((one) => PARTS[one]).join('、')}`,
            describeFewPictures(pictures.names.length),
            edit.storedAtMs !== null && `草稿已存本机 ${formatClock(edit.storedAtMs)}`,
          ]
            .filter(Boolean)
            .join('，')}
        >
          <Button variant="outline" disabled={isBusy} onClick={() => setDialog('refuse')}>
            不收这件…
          </Button>
          <Button
            variant="outline"
            disabled={isBusy || pictures.pending !== ''}
            onClick={() => edit.check() && setDialog('ask')}
          >
            转等答复…
          </Button>
          <Button
            icon={Printer}
            isBusy={isBusy}
            busyLabel="收样中"
            disabled={pictures.pending !== ''}
            onClick={receiveAndPrint}
          >
            收下并打标签 <KeyCaps of="Mod+Enter" />
          </Button>
        </BottomBar>
      )}
      {dialog === 'refuse' && (
        <StepDialog step="refuse" sample={item} name={name} onDone={refuse} onClose={() => setDialog(null)}>
          <p>这件留在委托单里并写明理由，不检测、不收费，由委托方带回。</p>
        </StepDialog>
      )}
      {dialog === 'ask' && (
        <StepDialog
          step="ask"
          sample={item}
          name={name}
          before={receiveFirst}
          onDone={() => onReceived(item)}
          onClose={closeQuestion}
        >
          <p>先按填写的外观与质量收下，再向委托方提问。答复之前时限暂停，其余样品照常检测。</p>
        </StepDialog>
      )}
    </>
  )
}

/** Focuses the first button of a new sample, or of one just taken in, when the focus went with the field that had it. */
function useFirstButton(isExpected: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is replaced when the sample was taken in
  useEffect(() => {
    if (document.activeElement !== document.body) return
    ref.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isExpected])
  return ref
}

/** Pictures that show a sample from both sides. */
const PICTURES_EXPECTED = 2

/** Names what is missing; a sample may be taken in without it. */
function describeFewPictures(count: number): string {
  if (count === 0) return '还没有拍照'
  return count < PICTURES_EXPECTED ? `只拍了 ${count} 张` : ''
}

/** Focuses the field that is missing; the marks are buttons. */
function focusMissing(name: keyof IntakeValues): void {
  if (name === 'marks') document.querySelector<HTMLElement>(`.${styles.mark}`)?.focus()
  else focusField(name)
}
