import { expect, it, vi } from 'vitest'
import { turnDeadline } from './turn-deadline.ts'

it('aborts each signal at its own time', () => {
  vi.useFakeTimers()
  try {
    const signal = turnDeadline(500)
    const first = signal()
    vi.advanceTimersByTime(300)
    const second = signal()
    vi.advanceTimersByTime(199)
    expect([first.aborted, second.aborted]).toEqual([false, false])
    vi.advanceTimersByTime(1)
    expect([first.aborted, second.aborted]).toEqual([true, false])
    vi.advanceTimersByTime(300)
    expect(second.aborted).toBe(true)
    expect(String(second.reason)).toContain('no answer within 500 ms')
    expect(vi.getTimerCount()).toBe(0)
    expect(signal().aborted).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

it('does not count time in which the process was busy', async () => {
  const signal = turnDeadline(50)()
  const until = performance.now() + 100
  while (performance.now() < until);
  await new Promise((resolve) => setImmediate(resolve))
  expect(signal.aborted).toBe(false)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
})
