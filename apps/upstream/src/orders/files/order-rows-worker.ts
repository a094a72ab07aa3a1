import { serveSteps, showProgress } from '#certificates/batches/reading/serve-steps.ts'
import { readOrderRows } from './order-rows.ts'

serveSteps(async (step) => (step.kind === 'order' ? await readOrderRows(step, showProgress) : null))
