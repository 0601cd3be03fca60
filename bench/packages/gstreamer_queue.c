// SPDX-License-Identifier: Apache-2.0
// GStreamer: a queue between two elements, each side in a thread of its own.
// packages: libgstreamer1.0-dev libunwind-dev libdw-dev
// pkg-config: gstreamer-1.0
#include <assert.h>
#include <gst/gst.h>

int main(int argc, char** argv) {
  gst_registry_fork_set_enabled(FALSE);
  gst_init(&argc, &argv);
  GstElement* const pipeline =
      gst_parse_launch("fakesrc num-buffers=1 ! queue ! fakesink sync=false", NULL);
  assert(pipeline != NULL);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstBus* const bus = gst_element_get_bus(pipeline);
  GstMessage* const end =
      gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  assert(GST_MESSAGE_TYPE(end) == GST_MESSAGE_EOS);
  gst_message_unref(end);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(bus);
  gst_object_unref(pipeline);
  return 0;
}
