import { FileUp } from '@lucide/icons'
import type { FormEvent } from 'react'
import { Form } from 'react-router-dom'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/forms/button.tsx'
import { FileButton } from '#ui/forms/file-button.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import { useTexts } from '../texts/texts.tsx'
import styles from './receipt-form.module.css'
import { RECEIPT_TEXT_MAX } from './receipt-text.ts'
import { RECEIPT_FIELD, type useReceiptCheck } from './use-receipt-check.ts'

/** A form for the text or file of a receipt. Without scripts the server checks the text. */
export function ReceiptForm({ typed, error, isBusy, change, check }: ReturnType<typeof useReceiptCheck>) {
  const { path, form: texts } = useTexts('receipt')
  const isHydrated = useHydrated()
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void check(typed)
  }
  const handleFile = async (file: File) => {
    // Reads one character more than the limit, which is enough to reject the file.
    await check(await file.slice(0, RECEIPT_TEXT_MAX + 1).text())
  }
  return (
    <Form
      className={styles.root}
      method="post"
      action={path}
      aria-label={texts.label}
      noValidate
      onSubmit={handleSubmit}
    >
      <TextArea
        className={styles.text}
        label={texts.text}
        name={RECEIPT_FIELD}
        value={typed}
        rows={6}
        required
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.example}
        error={error && texts[error]}
        onChange={({ target }) => change(target.value)}
      />
      <div className={shared.wrap3}>
        <Button type="submit" isBusy={isBusy} busyLabel={texts.busy}>
          {texts.submit}
        </Button>
        {isHydrated && (
          <FileButton icon={FileUp} accept=".json,application/json" onFile={(file) => void handleFile(file)}>
            {texts.file}
          </FileButton>
        )}
      </div>
      <p className={shared.note}>{isHydrated ? texts.here : texts.there}</p>
    </Form>
  )
}
