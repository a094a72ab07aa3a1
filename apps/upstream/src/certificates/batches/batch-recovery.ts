import { failBatch, unprepareRows } from './batch-removal.ts'
import type { BatchEntry } from './batch-rows.ts'
import type { BatchWork } from './batch-work.ts'

/** A batch that was begun so often without getting further is not begun again: it may have ended each process. */
const ATTEMPTS_MAX = 2

/**
 * Ends work that does not get further. What is visible, or is being deleted, goes on.
 * @param attempts since the last progress, this one included
 * @returns whether it ended it
 */
export async function giveUp(work: BatchWork, batch: BatchEntry, attempts: number): Promise<boolean> {
  if (attempts <= ATTEMPTS_MAX) return false
  if (batch.state === 'storing') {
    await takeBack(work, batch, '入库两次中断，已停止，什么也没有入库；请重试或联系管理员')
    return true
  }
  if (batch.state !== 'waiting' && batch.state !== 'checking') return false
  await failBatch(work, batch, '检查这个文件两次中断，已停止；请另存为 CSV 或分成几个文件后再导入')
  return true
}

/** Ends storing before anything is visible. @param message what the page shows */
export async function takeBack(work: BatchWork, batch: BatchEntry, message: string): Promise<void> {
  await unprepareRows(work, batch)
  await work.update(batch, { state: 'ready', message, target: null })
}

/** Shows that an error of ours ended the work. What is being stored is begun again. */
export async function showError(work: BatchWork, batch: BatchEntry): Promise<void> {
  if (batch.state === 'ended' || batch.state === 'failed' || batch.state === 'done') return
  if (batch.state === 'storing' || batch.state === 'listing') {
    await work.update(batch, { message: '服务出错，稍后自动重试；多次出错请联系管理员' })
  } else await failBatch(work, batch, '服务出错，没有检查完；请重新上传，多次出错请联系管理员')
}
