import { parentPort } from 'node:worker_threads'

/** Message to the thread. */
export interface TaskMessage<Task> {
  id: number
  task: Task
}

/** Message from the thread. */
export interface TaskResult<Result> {
  result: Result
  /** CPU time of the thread. ms. */
  costMs: number
}

/** Wraps a worker file's function for `WorkerPool`: reports when a task starts, and measures its CPU time. */
export function workerTask<Task, Result>(
  work: (task: Task) => Result,
): (message: TaskMessage<Task>) => TaskResult<Result> {
  return ({ id, task }) => {
    parentPort?.postMessage(id)
    const before = process.threadCpuUsage()
    const result = work(task)
    const { user, system } = process.threadCpuUsage(before)
    return { result, costMs: (user + system) / 1000 }
  }
}
