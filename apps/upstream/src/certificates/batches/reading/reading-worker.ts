import { inspectTable } from '#certificates/import/table-file.ts'
import { judgeRow } from '../batch-judge.ts'
import { filePieces } from './file-pieces.ts'
import type { Piece, ReadResults, ReadTask } from './reading-steps.ts'
import { serveSteps, showProgress } from './serve-steps.ts'

let pieces: AsyncGenerator<Piece> | undefined

async function open(task: ReadTask): Promise<ReadResults['open']> {
  await pieces?.return(undefined)
  pieces = undefined
  const file = await inspectTable(task.path, task.name)
  pieces = filePieces(file, task, showProgress)
  return file.encoding
}

serveSteps(async (step) => {
  if (step.kind === 'open') return await open(step.task)
  if (step.kind === 'judge') return step.rows.map(([row, about]) => judgeRow(row, about))
  return (await pieces?.next())?.value ?? null
})
