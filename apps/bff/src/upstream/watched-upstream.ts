import type { UpstreamWatch } from '#observability/upstream-watch.ts'
import type { UpstreamClient } from './upstream-client.ts'

/** Measures and traces each call of a client. */
export function watchUpstream(upstream: UpstreamClient, watch: UpstreamWatch): UpstreamClient {
  return {
    address: upstream.address,
    streams: upstream.streams,
    async request(request, read) {
      const call = watch.begin(request.name)
      const traced = call.headers ? { ...request, headers: { ...request.headers, ...call.headers } } : request
      let status = 0
      try {
        const given = await upstream.request(traced, (answer) => {
          status = answer.status
          return read ? read(answer) : (answer as never)
        })
        call.answered(status)
        return given
      } catch (error) {
        // An error page of a proxy in front of upstream counts as its status, not as a broken answer.
        if (status >= 500) call.answered(status)
        else call.failed(error)
        throw error
      }
    },
    close: () => upstream.close(),
  }
}
