import type { BatchContext } from './batch-context.ts'
import { failBatch, unprepareRows } from './batch-removal.ts'
import type { BatchEntry } from './batch-rows.ts'

/** Attempts without progress after which a batch is given up: its file may have crashed each process. */
const ATTEMPTS_MAX = 2

/**
 * Gives up a batch that makes no progress, unless its rows are already visible or being deleted.
 * @param attempts number of attempts since the last progress, including this one
 * @returns whether the batch was given up
 */
export async function giveUp(context: BatchContext, batch: BatchEntry, attempts: number): Promise<boolean> {
  if (attempts <= ATTEMPTS_MAX) return false
  if (batch.state === 'storing') {
    await takeBack(context, batch, '入库两次中断，已停止，什么也没有入库；请重试或联系管理员')
    return true
  }
  if (batch.state !== 'waiting' && batch.state !== 'checking') return false
  await failBatch(context, batch, '检查这个文件两次中断，已停止；请另存为 CSV 或分成几个文件后再导入')
  return true
}

/** Stops storing before any row is visible. @param message text for the page */
export async function takeBack(context: BatchContext, batch: BatchEntry, message: string): Promise<void> {
  await unprepareRows(context, batch)
  await context.update(batch, { state: 'ready', message, target: null })
}

/** Shows that the service failed. Storing is tried again later; any other batch fails. */
export async function showError(context: BatchContext, batch: BatchEntry): Promise<void> {
  if (batch.state === 'ended' || batch.state === 'failed' || batch.state === 'done') return
  if (batch.state === 'storing' || batch.state === 'listing') {
    await context.update(batch, { message: '服务出错，稍后自动重试；多次出错请联系管理员' })
  } else await failBatch(context, batch, '服务出错，没有检查完；请重新上传，多次出错请联系管理员')
}
