import { parentPort } from 'node:worker_threads'
import type { ThreadMessage } from '#platform/limited-thread.ts'
import { checkPdf, type PdfCheck } from './check-pdf.ts'

const send = (message: ThreadMessage<PdfCheck>) => parentPort?.postMessage(message)

parentPort?.once('message', (bytes: Uint8Array) => send({ result: checkPdf(Buffer.from(bytes.buffer)) }))
send('ready')
