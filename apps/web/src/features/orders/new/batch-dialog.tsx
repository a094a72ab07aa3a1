import { Download, FileSpreadsheet, FileUp } from '@lucide/icons'
import { CERTIFICATE_CATEGORIES } from '@portal/contract/certificates/certificate-states.ts'
import { ORDER_COLUMNS, ORDER_FILE_MAX_BYTES, UNDECLARED } from '@portal/contract/orders/order-batch.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import type { OrderService } from '@portal/contract/orders/order-services.ts'
import type { OrderFile } from '@portal/contract/orders/orders.ts'
import { useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { saveFile } from '#lib/save-file.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { Button } from '#ui/forms/button.tsx'
import { DropZone } from '#ui/forms/drop-zone.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import styles from './batch.module.css'

const ACCEPTED = '.xlsx,.xlsm,.csv,.tsv,.txt'

interface BatchDialogProps {
  services: readonly OrderService[]
  /** Number of samples that a file replaces. */
  replaced: number
  onRead: (file: OrderFile) => void
  onClose: () => void
}

/** Reads the samples from a file, or from a pasted table. */
export function BatchDialog({ services, replaced, onRead, onClose }: BatchDialogProps) {
  const api = useApi()
  const [pasted, setPasted] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  /** A workbook with several sheets. */
  const [asking, setAsking] = useState<{ file: File; sheets: readonly string[] } | null>(null)

  const read = async (file: File, sheet?: string) => {
    setFault(null)
    if (file.size > ORDER_FILE_MAX_BYTES) return setFault('文件不能超过 3 MB，请删去图片或不用的列，或另存为 CSV')
    const body = new FormData()
    body.set('multipartFile', file)
    setIsBusy(true)
    try {
      const found = await api.call('POST /v1/orders/file', { body, query: sheet ? { sheet } : {}, quiet: true })
      if (found.sheets.length > 0) setAsking({ file, sheets: found.sheets })
      else onRead(found)
    } catch (error) {
      setAsking(null)
      setFault((error instanceof ApiError && error.message) || '没有读取成功，请检查网络后重试')
    } finally {
      setIsBusy(false)
    }
  }
  const waiting = isBusy && <p role="status">正在读取</p>
  return (
    <Dialog title="从表格导入样品" titleClass={styles.dialogTitle} className={styles.dialog} onClose={onClose}>
      <DropZone
        icon={FileSpreadsheet}
        title="把表格拖到这里"
        hint={`XLSX 或 CSV，3 MB 以内，每行一件，一次至多 ${ORDER_MAX.items} 件。列名：${Object.values(ORDER_COLUMNS).join('、')}。`}
        progress={waiting}
        onFiles={([file]) => file && void read(file)}
      >
        <FileButton icon={FileUp} accept={ACCEPTED} onFile={(file) => void read(file)}>
          选择文件
        </FileButton>
        <Button icon={Download} variant="quiet" onClick={() => saveFile(makeTemplate(services), '送检样品.csv')}>
          下载模板
        </Button>
      </DropZone>
      {asking && (
        <section className={shared.stack2} aria-label="工作表">
          <p>工作簿有几张工作表，样品在哪一张？</p>
          <div className={shared.wrap3}>
            {asking.sheets.map((sheet) => (
              <Button variant="outline" isBusy={isBusy} onClick={() => void read(asking.file, sheet)} key={sheet}>
                {sheet}
              </Button>
            ))}
          </div>
        </section>
      )}
      <TextArea
        label="或从表格软件复制，粘贴在这里"
        hint="连同列名那一行一起复制"
        rows={3}
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
      />
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <div className={shared.wrap3}>
        <Button
          variant="outline"
          isBusy={isBusy}
          disabled={pasted.trim() === ''}
          onClick={() => void read(new File([pasted], '粘贴的表格.tsv', { type: 'text/tab-separated-values' }))}
        >
          读取粘贴的表格
        </Button>
        {replaced > 0 && <p className={shared.note}>读取后代替已填的 {replaced} 件样品。</p>}
      </div>
    </Dialog>
  )
}

/** Makes a CSV file with the headings and one example by the fee sheet. It begins with a byte order mark, for spreadsheets. */
function makeTemplate(services: readonly OrderService[]): Blob {
  const [first] = services
  const category = first?.categories[0] ?? 'jade'
  const example = [
    'A-01',
    '示例，请删去这一行',
    CERTIFICATE_CATEGORIES[category],
    first?.name ?? '',
    '1',
    '',
    UNDECLARED,
  ]
  return new Blob([`\ufeff${Object.values(ORDER_COLUMNS).join(',')}\r\n${example.join(',')},\r\n`], {
    type: 'text/csv',
  })
}
