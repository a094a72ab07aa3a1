import { ShareCode } from '#ui/dialogs/share-code.tsx'
import styles from './certificate-receipt.module.css'

/** Words that describe a receipt's QR code in the language of the page. */
interface ReceiptWords {
  /** Instruction to scan the code. */
  scan: string
  /** Label for screen readers. */
  qr: string
}

/**
 * The signed receipt as a QR code, which opens the page that checks receipts.
 * @param address address of that page, with the receipt in the fragment, which browsers do not send
 */
export function CertificateReceipt({ address, words }: { address: string; words: ReceiptWords }) {
  return (
    <div className={styles.root}>
      <p className={styles.words}>{words.scan}</p>
      <div className={styles.code}>
        <ShareCode address={address} label={words.qr} />
      </div>
    </div>
  )
}

/** Address of the page that checks receipts. The receipt is in the fragment, which browsers do not send. */
export function toReceiptAddress(officialOrigin: string, receipt: string, path: string): string {
  return `${officialOrigin}${path}#${receipt}`
}
