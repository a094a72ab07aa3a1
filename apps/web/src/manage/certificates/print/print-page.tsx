import { Download, Lock, Printer as PrinterIcon } from '@lucide/icons'
import {
  canHoldCode,
  countLabels,
  countPages,
  type LabelGrid,
  NO_CALIBRATION,
  type PrintKind,
} from '@portal/contract/certificates/desk/print-rules.ts'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { saveFile } from '#lib/save-file.ts'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { CalibrationPanel } from './calibration-panel.tsx'
import styles from './print.module.css'
import { PrintChoices } from './print-choices.tsx'
import { readNumbersToPrint } from './print-list.ts'
import { PrintNumbers } from './print-numbers.tsx'
import { PrintProgress } from './print-progress.tsx'
import { NEW_PRINTER, type Printer, readPrinters, writePrinters } from './printers.ts'
import { SheetPreview } from './sheet-preview.tsx'
import { usePrint } from './use-print.ts'

export const loader = defineLoader(async ({ api, query }) => {
  const numbers = readNumbersToPrint(query)
  return { printable: await api.call('POST /v1/manage/certificates/printable', { body: { numbers } }) }
})

/** The page that prints cards, pages and labels of certificates. The codes are in the file and are shown nowhere. */
export function Component() {
  const { printable } = useLoaderData<typeof loader>()
  const { duties } = useSelf()
  const mayPrintCode = duties.some((duty) => duty === 'certify' || duty === 'approve' || duty === 'owner')
  const [kind, setKind] = useState<PrintKind>('card')
  const [withBleed, setWithBleed] = useState(false)
  const [wantsCode, setWantsCode] = useState(mayPrintCode)
  const [grid, setGrid] = useState<LabelGrid>('5x13')
  const [printers, setPrinters] = useState<readonly Printer[]>(readPrinters)
  const { state, print, reset, cancel } = usePrint()
  const { revalidate } = useRevalidator()
  const [printer = NEW_PRINTER] = printers
  const withCode = wantsCode && canHoldCode(kind)
  const ready = printable.rows.filter((row) => row.state === 'ready' && (row.hasCode || !withCode))
  const startCell = Math.min(printer.nextLabel, countLabels(grid))
  const pages = countPages(kind, ready.length, startCell, grid)
  const isBusy = state.kind === 'busy'

  const storePrinters = (changed: readonly Printer[]) => {
    setPrinters(changed)
    writePrinters(changed)
  }
  const setNextLabel = (label: number) => storePrinters([{ ...printer, nextLabel: label }, ...printers.slice(1)])
  /** The file of other choices is no longer offered. */
  const afterReset =
    <T,>(choose: (value: T) => void) =>
    (value: T) => {
      reset()
      choose(value)
    }
  const calibration = withBleed && kind === 'card' ? NO_CALIBRATION : printer.calibration
  const shared = { withBleed, grid, calibration, isPreview: false }

  async function make(then: 'open' | 'save') {
    const numbers = ready.map(({ certificateNo }) => certificateNo)
    if (numbers.length === 0) return
    const name = numbers.length === 1 ? `${numbers[0]}-${kind}.pdf` : `${kind}-${numbers.length}.pdf`
    const printed = await print({ ...shared, numbers, kind, withCode, startCell }, name)
    void revalidate()
    if (printed === null) return
    if (kind === 'label') setNextLabel(((startCell - 1 + numbers.length) % countLabels(grid)) + 1)
    if (then === 'open') window.open(printed.url, '_blank')
    else saveFile(printed.file, name)
  }
  const testPage = () =>
    void print({ ...shared, numbers: [], kind: 'label', withCode: false, withBleed: false, startCell: 1 }, '校准页.pdf')

  useKeys({ 'Mod+P': { words: '打印', run: () => void make('open') } }, ready.length > 0)
  return (
    <div className={styles.root}>
      <PageHead
        title={`打印${mayPrintCode ? '' : '副本'} ${ready.length} 份`}
        crumb={mayPrintCode && <Link to="/certificates">证书</Link>}
        summary="各取现行版本"
        actions={
          <>
            <Button
              variant="outline"
              icon={Download}
              isBusy={isBusy}
              disabled={ready.length === 0}
              onClick={() => void make('save')}
            >
              下载 PDF
            </Button>
            <Button icon={PrinterIcon} isBusy={isBusy} disabled={ready.length === 0} onClick={() => void make('open')}>
              打印 <KeyCaps of="Mod+P" />
            </Button>
          </>
        }
      />
      <div className={styles.choices}>
        <PrintChoices
          {...{ kind, withBleed, withCode, mayPrintCode, grid, startCell }}
          onKind={afterReset(setKind)}
          onBleed={afterReset(setWithBleed)}
          onCode={afterReset(setWantsCode)}
          onGrid={afterReset(setGrid)}
          onStartCell={afterReset(setNextLabel)}
        />
        <PrintProgress state={state} pages={pages} onCancel={cancel} />
      </div>
      <Note icon={Lock}>
        {mayPrintCode
          ? '核对码只写入打印件，不在预览、列表、导出与操作记录中出现。每印一次计数一次。丢失核对码的证书须换发。'
          : '副本不含核对码。每印一次计数一次。'}
      </Note>
      {ready[0] && (
        <SheetPreview
          order={{ ...shared, isPreview: true, numbers: [ready[0].certificateNo], kind, withCode, startCell }}
        />
      )}
      <PrintNumbers rows={printable.rows} withCode={withCode} hasDesk={mayPrintCode} />
      <CalibrationPanel printers={printers} onChange={storePrinters} onTestPage={testPage} isBusy={isBusy} />
    </div>
  )
}
