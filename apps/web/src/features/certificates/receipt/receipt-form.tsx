import { FileUp } from '@lucide/icons'
import type { FormEvent } from 'react'
import { Form } from 'react-router-dom'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import styles from './receipt-form.module.css'
import { RECEIPT_FIELD, type useReceiptCheck } from './use-receipt-check.ts'
import { RECEIPT_TEXT_MAX } from './verify-receipt.ts'

/** A form for the text or file of a receipt. Without scripts the server checks the text. */
export function ReceiptForm({ typed, error, isBusy, change, check }: ReturnType<typeof useReceiptCheck>) {
  const isHydrated = useHydrated()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void check(typed)
  }
  const handleFile = async (file: File) => {
    // One character more than the limit is enough to reject it.
    await check(await file.slice(0, RECEIPT_TEXT_MAX + 1).text())
  }
  return (
    <Form
      className={styles.root}
      method="post"
      action="/certificate-check/receipt"
      aria-label="核验查询凭证"
      noValidate
      onSubmit={handleSubmit}
    >
      <TextArea
        className={styles.text}
        label="凭证文本"
        name={RECEIPT_FIELD}
        value={typed}
        rows={6}
        required
        autoComplete="off"
        spellCheck={false}
        placeholder="粘贴凭证文本、凭证二维码的网址，或 .receipt.json 文件的全部内容"
        error={error}
        onChange={({ target }) => change(target.value)}
      />
      <div className={shared.wrap3}>
        <Button type="submit" isBusy={isBusy} busyLabel="核验中">
          核验凭证
        </Button>
        {isHydrated && (
          <FileButton icon={FileUp} accept=".json,application/json" onFile={(file) => void handleFile(file)}>
            选取凭证文件
          </FileButton>
        )}
      </div>
      <p className={shared.note}>
        {isHydrated ? '核验在本机完成，凭证不会上传；页面打开后断网也能核验。' : '核验由本站服务器完成，凭证不会保存。'}
      </p>
    </Form>
  )
}
