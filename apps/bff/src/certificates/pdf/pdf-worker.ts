import { parentPort } from 'node:worker_threads'
import { type CertificateSheet, drawCertificatePdf } from './certificate-pdf.ts'

/** Message to the thread. */
export interface DrawOrder {
  id: number
  sheet: CertificateSheet
}

/** Message from the thread. */
export type Drawn = { id: number; pdf: Uint8Array } | { id: number; fault: string }

parentPort?.on('message', async ({ id, sheet }: DrawOrder) => {
  parentPort?.postMessage(await answerTo(id, sheet))
})

async function answerTo(id: number, sheet: CertificateSheet): Promise<Drawn> {
  try {
    return { id, pdf: await drawCertificatePdf(sheet) }
  } catch (error) {
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
