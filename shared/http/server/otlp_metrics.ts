import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics'
import type { MetricData, MetricProducer } from '@opentelemetry/sdk-metrics'
import type { Resource } from '@opentelemetry/resources'
import type { Database } from '../../db/pool.ts'
import { version } from '../../version.ts'
import { secondsBuckets } from './metrics.ts'
import type { Metrics } from './metrics.ts'
import type { Sample } from './sample.ts'

type Time = [seconds: number, nanoseconds: number]

/** Returns the metrics of a process for OpenTelemetry: those of /metrics, under the same names, without `_total`. */
export function metricProducer(metrics: Metrics, database: Database, resource: Resource): MetricProducer {
  const startTime = timeOf(Date.now())
  return {
    collect: async () => {
      const times = { startTime, endTime: timeOf(Date.now()) }
      const samples = await metrics.samples(database)
      const named = [...Map.groupBy(samples, ({ name }) => name).values()].map((all) => sampleData(all, times))
      const scopeMetrics = [{ scope: { name: 'vitrine', version }, metrics: [durations(metrics, times), ...named] }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

function sampleData(samples: Sample[], times: { startTime: Time; endTime: Time }): MetricData {
  const [{ name, type, help }] = samples as [Sample]
  const dataPoints = samples.map(({ labels, value }) => ({ ...times, attributes: labels, value }))
  return type === 'gauge'
    ? { ...described(name, help), dataPointType: DataPointType.GAUGE, dataPoints }
    : { ...described(name, help), dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
}

function durations(metrics: Metrics, times: { startTime: Time; endTime: Time }): MetricData {
  const dataPoints = [...metrics.latencies].map(({ operation, buckets, count, sum }) => {
    // /metrics counts up to each bound, OpenTelemetry between two bounds.
    const counts = [...buckets, count].map((upTo, index, all) => upTo - (all[index - 1] ?? 0))
    const value = { buckets: { boundaries: secondsBuckets, counts }, count, sum }
    return { ...times, attributes: { operation }, value }
  })
  return {
    ...described('vitrine_request_seconds', 'Duration of requests.', 's'),
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints,
  }
}

function described(name: string, description: string, unit = '') {
  return {
    // 1: DOUBLE. The types of the API are a const enum.
    descriptor: { name, description, unit, valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
}

function timeOf(milliseconds: number): Time {
  return [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1_000_000]
}
