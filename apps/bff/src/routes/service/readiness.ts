import { setTimeout as wait } from 'node:timers/promises'
import type { UpstreamProbe, UpstreamState } from '#upstream/upstream-probe.ts'

/** `ready` once upstream has answered; a later outage of upstream changes nothing, as pages come from memory then. */
export interface Readiness {
  state: 'starting' | 'ready' | 'draining'
}

/** Between two looks at an upstream that has not answered yet. ms. */
const LOOK_GAP_MS = 250

/** Asks for the state of upstream; its first answer makes this instance ready. */
export async function lookAtUpstream(readiness: Readiness, probe: UpstreamProbe): Promise<UpstreamState> {
  const upstream = await probe.state()
  if (upstream === 'up' && readiness.state === 'starting') readiness.state = 'ready'
  return upstream
}

/** Whether upstream has not answered since this process started; asks it before saying so. */
export async function isStarting(readiness: Readiness, probe: UpstreamProbe): Promise<boolean> {
  return readiness.state === 'starting' && (await lookAtUpstream(readiness, probe)) === 'down'
}

/** Resolves when this instance is ready, or stops before. */
export async function untilStarted(readiness: Readiness, probe: UpstreamProbe): Promise<void> {
  for (;;) {
    await lookAtUpstream(readiness, probe)
    if (readiness.state !== 'starting') return
    await wait(LOOK_GAP_MS, undefined, { ref: false })
  }
}
