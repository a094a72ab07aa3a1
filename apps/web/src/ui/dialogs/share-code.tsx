import { encodeQR } from 'qr'

/** A QR code of an address, made without an external service. */
export function ShareCode({ address, label = '本页二维码' }: { address: string; label?: string }) {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width="100%"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} fill="currentColor" />
    </svg>
  )
}
