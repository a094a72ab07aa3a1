import { Copy, Download, FileCheck, Printer, RotateCcw } from '@lucide/icons'
import type { ReceiptFile } from '@portal/contract/certificate-receipt.ts'
import { showToast } from '#lib/toasts.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { FIELD } from './certificate-action.ts'
import styles from './certificate-actions.module.css'
import type { CheckAnswer } from './check-result.ts'

export interface CertificateActionsProps {
  result: CheckAnswer
  onAgain: () => void
}

/** What can be done with a certificate. The PDF is a form of its own, so that it comes without a script too. */
export function CertificateActions({ result, onAgain }: CertificateActionsProps) {
  const { certificateNo, checkCode, receipt, answer } = result
  return (
    <div className={styles.root}>
      <Button onClick={() => window.print()}>
        <Icon of={Printer} sizePx={18} />
        打印证书
      </Button>
      <form method="post" action="/certificate-check/certificate.pdf">
        <input type="hidden" name={FIELD.number} value={certificateNo} />
        <input type="hidden" name={FIELD.code} value={checkCode ?? ''} />
        <Button variant="outline" type="submit">
          <Icon of={Download} sizePx={18} />
          下载 PDF
        </Button>
      </form>
      <Button variant="outline" onClick={() => void copyNumber(certificateNo)}>
        <Icon of={Copy} sizePx={18} />
        复制编号
      </Button>
      {receipt && (
        <Button variant="outline" onClick={() => saveReceipt(certificateNo, { receipt, answer })}>
          <Icon of={FileCheck} sizePx={18} />
          下载查询凭证
        </Button>
      )}
      <ButtonLink to="/certificate-check" variant="quiet" onClick={onAgain}>
        <Icon of={RotateCcw} sizePx={18} />
        再查一份
      </ButtonLink>
    </div>
  )
}

async function copyNumber(certificateNo: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(certificateNo)
    showToast('success', '已复制证书编号')
  } catch {
    // No permission, or a page that is not served securely.
    showToast('warning', '浏览器不允许复制，请手动选取编号')
  }
}

/** A file that anybody can check at `/certificate-check/receipt`, offline too. */
function saveReceipt(certificateNo: string, file: ReceiptFile): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${certificateNo}.receipt.json`
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url))
}
