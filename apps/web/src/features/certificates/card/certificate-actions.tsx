import { Copy, Download, FileCheck, FileJson, Printer, RotateCcw, Share2 } from '@lucide/icons'
import type { ReceiptFile } from '@portal/contract/certificates/certificate-receipt.ts'
import { Suspense, useState } from 'react'
import { copyText } from '#lib/copy-text.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { type CheckAnswer, FIELD } from '../certificate-action.ts'
import styles from './certificate-actions.module.css'
import { receiptAddress } from './certificate-receipt.tsx'

const ShareDialog = lazyPart(async () => (await import('#ui/dialogs/share-dialog.tsx')).ShareDialog)

/** The link has the number only: the holder decides who gets the check code. */
const SHARE_HINT = '链接只含证书编号。对方查看证书还需要校验码，请当面或另行告知。'

export interface CertificateActionsProps {
  result: CheckAnswer
  /** Scheme and host of this site. */
  officialOrigin: string
  onAgain: () => void
}

/** The actions for a certificate. The PDF is a form, so that it works without scripts. */
export function CertificateActions({ result, officialOrigin, onAgain }: CertificateActionsProps) {
  const { certificateNo, checkCode, receipt, answer } = result
  const [isSharing, setIsSharing] = useState(false)
  const address = `${officialOrigin}/certificate-check?no=${certificateNo}`
  const title = `证书 ${certificateNo}`
  const share = async () => {
    if (!(await shareBySystem({ url: address, title, text: SHARE_HINT }))) setIsSharing(true)
  }
  const copyNumber = () => void copyText(certificateNo, '已复制证书编号', '浏览器不允许复制，请手动选取编号')
  // Anyone can check the file at `/certificate-check/receipt`.
  const saveReceipt = (file: ReceiptFile) => {
    const json = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' })
    saveFile(json, `${certificateNo}.receipt.json`)
  }
  return (
    <div className={styles.root}>
      <Button icon={Printer} onClick={() => window.print()}>
        打印证书
      </Button>
      <form method="post" action="/certificate-check/certificate.pdf">
        <input type="hidden" name={FIELD.number} value={certificateNo} />
        <input type="hidden" name={FIELD.code} value={checkCode ?? ''} />
        <Button icon={Download} variant="outline" type="submit">
          下载 PDF
        </Button>
      </form>
      <Button icon={Copy} variant="outline" onClick={copyNumber}>
        复制编号
      </Button>
      <Button icon={Share2} variant="outline" onClick={() => void share()}>
        分享
      </Button>
      {receipt && (
        <>
          <ButtonLink icon={FileCheck} variant="outline" to={receiptAddress(officialOrigin, receipt)} target="_blank">
            查看查询凭证
          </ButtonLink>
          <Button icon={FileJson} variant="outline" onClick={() => saveReceipt({ receipt, answer })}>
            下载凭证文件
          </Button>
        </>
      )}
      <ButtonLink icon={RotateCcw} to="/certificate-check" variant="quiet" onClick={onAgain}>
        再查一份
      </ButtonLink>
      {isSharing && (
        <Suspense>
          <ShareDialog address={address} title={title} hint={SHARE_HINT} onClose={() => setIsSharing(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** @returns `false` where the device cannot share */
async function shareBySystem(data: ShareData): Promise<boolean> {
  if (!navigator.share) return false
  try {
    await navigator.share(data)
    return true
  } catch (reason) {
    return reason instanceof DOMException && reason.name === 'AbortError'
  }
}
