import { setTimeout as wait } from 'node:timers/promises'
import type { UpstreamProbe, UpstreamState } from '#upstream/upstream-probe.ts'

/**
 * `ready` once upstream has answered; a later outage of upstream does not change it, as pages are then served from
 * memory.
 */
export interface Readiness {
  state: 'starting' | 'ready' | 'draining'
}

/** Interval between probes of an upstream that has not answered yet. ms. */
const LOOK_GAP_MS = 250

/** Probes upstream; its first answer makes this instance ready. */
export async function lookAtUpstream(readiness: Readiness, probe: UpstreamProbe): Promise<UpstreamState> {
  const upstream = await probe.state()
  if (upstream === 'up' && readiness.state === 'starting') readiness.state = 'ready'
  return upstream
}

/** Whether upstream has not answered since this process started; probes it before answering yes. */
export async function isStarting(readiness: Readiness, probe: UpstreamProbe): Promise<boolean> {
  return readiness.state === 'starting' && (await lookAtUpstream(readiness, probe)) === 'down'
}

/** Resolves when this instance becomes ready or stops. */
export async function untilStarted(readiness: Readiness, probe: UpstreamProbe): Promise<void> {
  for (;;) {
    await lookAtUpstream(readiness, probe)
    if (readiness.state !== 'starting') return
    await wait(LOOK_GAP_MS, undefined, { ref: false })
  }
}
