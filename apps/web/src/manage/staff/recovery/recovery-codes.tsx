import { Copy, Download, Printer } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { copyText } from '#lib/copy-text.ts'
import { formatLongDate } from '#lib/format.ts'
import { saveFile } from '#lib/save-file.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { useSelf } from '../staff-store.ts'
import { isSameCode } from './recovery-code.ts'
import styles from './recovery-codes.module.css'
import { noteConfirmed, noteShown } from './shown-codes.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Warning: 旧的已作废. */
  warning?: string
  doneLabel?: string
  /** Called after one of the codes was typed correctly. */
  onDone: () => void
}

/** New recovery codes, shown once: the user copies, saves or prints them, and confirms by typing one of them. */
export function RecoveryCodes({ codes, warning, doneLabel = '完成', onDone }: RecoveryCodesProps) {
  const [requestedIndex] = useState(() => Math.floor(Math.random() * codes.length))
  const [typed, setTyped] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const isRight = isSameCode(typed, codes[requestedIndex] ?? '')
  const text = codes.join('\n')
  const { id } = useSelf()
  useEffect(() => noteShown(id), [id])
  const confirmCodes = () => {
    setIsChecked(true)
    if (!isRight) return
    noteConfirmed(id)
    onDone()
  }
  return (
    <div className={styles.root}>
      <Note tone="warning">只显示这一次。{warning}设备都不在手边时，用它代替第二步，每个只能用一次。</Note>
      <ol className={styles.codes} aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.buttons}>
        <Button
          variant="outline"
          icon={Copy}
          onClick={() => void copyText(text, '已复制恢复码', '浏览器不允许复制，请另存或打印')}
        >
          复制
        </Button>
        <Button
          variant="outline"
          icon={Download}
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          另存
        </Button>
        <Button variant="outline" icon={Printer} onClick={() => print()}>
          打印
        </Button>
      </div>
      <Field
        label={`请输入第 ${requestedIndex + 1} 个恢复码`}
        hint="确认您已抄下，存放在这台设备以外的地方"
        error={isChecked && !isRight ? `与第 ${requestedIndex + 1} 个恢复码不符，请对照抄下的内容` : undefined}
      >
        <TextInput
          isFigures
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => setIsChecked(typed !== '')}
          onKeyDown={({ key }) => key === 'Enter' && confirmCodes()}
        />
      </Field>
      <Button onClick={confirmCodes} disabled={typed.trim() === ''}>
        {doneLabel}
      </Button>
      <PrintedCodes codes={codes} />
    </div>
  )
}

/** The only printed content, because a dialog is not printed. */
function PrintedCodes({ codes }: Pick<RecoveryCodesProps, 'codes'>) {
  const { email, nickname } = useSelf()
  return createPortal(
    <div className={styles.printed}>
      <h1>恢复码</h1>
      <p>
        账号 {email ?? nickname}，{formatLongDate(Date.now())}生成。每个只能用一次，请勿与设备放在一起。
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </div>,
    document.body,
  )
}
