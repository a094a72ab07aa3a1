import { parentPort } from 'node:worker_threads'

/** To the thread. */
export interface Order<Task> {
  id: number
  task: Task
}

/** From the thread. */
export interface Done<Result> {
  result: Result
  /** Processor time of the thread. ms. */
  costMs: number
}

/** A function of a worker's file as `WorkerPool` calls it: says when it begins, and measures what it takes. */
export function inThread<Task, Result>(work: (task: Task) => Result): (order: Order<Task>) => Done<Result> {
  return ({ id, task }) => {
    parentPort?.postMessage(id)
    const before = process.threadCpuUsage()
    const result = work(task)
    const { user, system } = process.threadCpuUsage(before)
    return { result, costMs: (user + system) / 1000 }
  }
}
