/** Places the nodes of a graph from left to right. */
import { Graph as DagreGraph, layout } from '@dagrejs/dagre';
import { type Graph, moveNodes, type Place } from './graph.ts';
import { inPortsOf, outPortsOf } from './ports.ts';

/** Pixels; as `.wf-node` in styles.css. */
export const nodeWidth = 200;
const headHeight = 58;
const portHeight = 22;
/** The canvas moves nodes in steps of this many pixels. */
export const grid = 10;

export function heightOf(node: Graph['nodes'][number]): number {
  return headHeight + portHeight * Math.max(1, inPortsOf(node).length, outPortsOf(node).length);
}

/** A new place for every node; edges back to a loop do not pull it to the right. */
export function layOut(graph: Graph): Graph {
  const sheet = new DagreGraph({ multigraph: true });
  sheet.setGraph({ rankdir: 'LR', nodesep: 36, ranksep: 56 });
  sheet.setDefaultEdgeLabel(() => ({}));
  for (const node of graph.nodes) sheet.setNode(node.id, { width: nodeWidth, height: heightOf(node) });
  const known = new Set(graph.nodes.map(({ id }) => id));
  for (const { id, source, target, target_port: port } of graph.edges) {
    if (port !== 'next' && known.has(source) && known.has(target)) sheet.setEdge(source, target, {}, id);
  }
  layout(sheet);
  const places = new Map<string, Place>();
  for (const node of graph.nodes) {
    // Dagre gives the middle of a node, the canvas takes its corner.
    const { x = 0, y = 0 } = sheet.node(node.id);
    places.set(node.id, { x: toGrid(x - nodeWidth / 2), y: toGrid(y - heightOf(node) / 2) });
  }
  return moveNodes(graph, places);
}

function toGrid(value: number): number {
  return Math.round(value / grid) * grid;
}
