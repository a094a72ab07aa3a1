import { ShareCode } from '#ui/dialogs/share-code.tsx'
import styles from './certificate-receipt.module.css'

/** The signed receipt as a QR code, which opens the page that checks receipts. */
export function CertificateReceipt({ receipt, officialOrigin }: { receipt: string; officialOrigin: string }) {
  return (
    <div className={styles.root}>
      <p className={styles.words}>扫码核对本次查询凭证，页面编号与证书编号一致方为有效</p>
      <div className={styles.code}>
        <ShareCode address={receiptAddress(officialOrigin, receipt)} />
      </div>
    </div>
  )
}

/** In the fragment, which browsers do not send. */
export function receiptAddress(officialOrigin: string, receipt: string): string {
  return `${officialOrigin}/certificate-check/receipt#${receipt}`
}
