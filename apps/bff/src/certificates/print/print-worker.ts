import { parentPort } from 'node:worker_threads'
import { createPrintDocument, type PrintDocument } from './print-document.ts'
import type { PrintFacts, PrintItem, PrintLayout } from './print-types.ts'

/** Messages to the thread, sent one after the other. */
export type PrintStep =
  | { step: 'begin'; layout: PrintLayout; facts: PrintFacts; createdMs: number }
  | { step: 'add'; item: PrintItem }
  | { step: 'addTestPage' }
  | { step: 'end' }

/** Message from the thread, one for each step. */
export type PrintedStep = { bytes: Uint8Array } | { fault: string }

let print: PrintDocument | undefined

parentPort?.on('message', async (message: PrintStep) => {
  try {
    parentPort?.postMessage({ bytes: await reply(message) } satisfies PrintedStep)
  } catch (error) {
    parentPort?.postMessage({ fault: describePlace(error) } satisfies PrintedStep)
  }
})

async function reply(message: PrintStep): Promise<Uint8Array> {
  if (message.step === 'begin') {
    print = createPrintDocument(message)
    return new Uint8Array()
  }
  if (!print) throw new Error('no print was begun')
  if (message.step === 'add') return print.add(message.item)
  if (message.step === 'end') return print.end()
  print.addTestPage()
  return new Uint8Array()
}

/** Returns the place of an error without its message, which might repeat a text or a code. */
function describePlace(error: unknown): string {
  if (!(error instanceof Error)) return 'no error'
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames].join('\n')
}
