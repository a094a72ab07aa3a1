import { Check, CircleAlert, Info, ScanBarcode } from '@lucide/icons'
import { type FormEvent, useRef, useState } from 'react'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { findTray, readScan, type Scan } from './read-scan.ts'
import styles from './scan-bar.module.css'
import { useScanner } from './use-scanner.ts'

/** What a scan led to, as shown beside the field. */
export interface ScanResult {
  tone: 'done' | 'info' | 'fault'
  title: string
  note?: string
  /** What a further scan does. */
  hint?: string
  /** Page of the next step. */
  link?: { to: string; text: string }
  /** The next step, when it is taken here: by its button, or by a second scan of the sample that `note` names. */
  act?: { text: string; run: () => void }
}

export const UNREAD: ScanResult = { tone: 'fault', title: '没读清，再扫一次' }

const ICONS = { done: Check, info: Info, fault: CircleAlert } as const

interface ScanBarProps {
  placeholder: string
  result: ScanResult | null
  onScan: (scan: Scan) => void
  /** Trays whose codes are read, too. */
  trays?: readonly string[]
  onTray?: (tray: string) => void
  /** Receives typed text that is no number; without it such text is unread. */
  onSearch?: (text: string) => void
}

/** The field for scans and typed numbers. A scanner works anywhere on the page; `F2` leads to the field. */
export function ScanBar({ placeholder, result, onScan, trays = [], onTray, onSearch }: ScanBarProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const read = (text: string) => {
    const tray = findTray(trays, text)
    if (tray !== undefined) return onTray?.(tray)
    const scan = readScan(text)
    // The label of a sample whose next step is offered, scanned again, takes the step.
    if (result?.act && scan.kind === 'sample' && scan.number === result.note) result.act.run()
    else onScan(scan)
  }
  useScanner({ onScan: read, isCode: (text) => findTray(trays, text) !== undefined })
  useKeys({ F2: { words: '扫码栏', run: () => inputRef.current?.focus() } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = typed.trim()
    if (text === '') return
    setTyped('')
    const isName = readScan(text).kind === 'unread' && !/\d{8}/.test(text.normalize('NFKC'))
    if (isName && onSearch && findTray(trays, text) === undefined) onSearch(text)
    else read(text)
  }
  return (
    <form className={styles.root} data-tone={result?.tone} onSubmit={submit}>
      <label className={styles.field}>
        <Icon of={ScanBarcode} sizePx={24} />
        <input
          ref={inputRef}
          className={styles.input}
          aria-label="扫码或输入"
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={400}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <span className={styles.key}>
          <KeyCaps of="F2" />
        </span>
      </label>
      <div className={styles.result} data-tone={result?.tone} role="status">
        {result && (
          <>
            <Icon of={ICONS[result.tone]} sizePx={20} />
            <div>
              <b className={styles.title}>{result.title}</b>
              {result.note && <small className={styles.note}>{result.note}</small>}
              {result.hint && <small className={styles.note}>{result.hint}</small>}
            </div>
            {result.act && (
              <Button variant="outline" className={styles.act} onClick={result.act.run}>
                {result.act.text}
              </Button>
            )}
            {result.link && (
              <Link className={styles.link} to={result.link.to}>
                {result.link.text}
              </Link>
            )}
          </>
        )}
      </div>
    </form>
  )
}
