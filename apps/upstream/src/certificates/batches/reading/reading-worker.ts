import { parentPort } from 'node:worker_threads'
import { inspectTable, SheetWanted } from '#certificates/import/table-file.ts'
import { readOrderRows } from '#orders/files/order-rows.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import { judgeRow } from '../batch-judge.ts'
import { filePieces } from './file-pieces.ts'
import type { Piece, ReadResults, ReadSign, ReadStep, ReadTask } from './reading-steps.ts'

/** Time between two signs of progress, ms. */
const SIGN_MS = 250

const send = (sign: ReadSign) => parentPort?.postMessage(sign)

let lastSignMs = 0
function showProgress(): void {
  const nowMs = performance.now()
  if (nowMs - lastSignMs < SIGN_MS) return
  lastSignMs = nowMs
  send({ kind: 'alive' })
}

let pieces: AsyncGenerator<Piece> | undefined

async function open(task: ReadTask): Promise<ReadResults['open']> {
  await pieces?.return(undefined)
  pieces = undefined
  const file = await inspectTable(task.path, task.name)
  pieces = filePieces(file, task, showProgress)
  return file.encoding
}

async function run(step: ReadStep): Promise<ReadResults[ReadStep['kind']]> {
  if (step.kind === 'open') return await open(step.task)
  if (step.kind === 'judge') return step.rows.map(([row, about]) => judgeRow(row, about))
  if (step.kind === 'order') return await readOrderRows(step, showProgress)
  return (await pieces?.next())?.value ?? null
}

async function answer(step: ReadStep): Promise<void> {
  try {
    send({ kind: 'done', result: await run(step) })
  } catch (error) {
    if (!(error instanceof CommandError)) send({ kind: 'failed', reason: String((error as Error).stack ?? error) })
    else send({ kind: 'refused', reason: error.message, sheets: error instanceof SheetWanted ? error.sheets : null })
  }
}

parentPort?.on('message', (step: ReadStep) => void answer(step))
