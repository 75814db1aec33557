"""The jury: validates inputs, judges outputs, stresses programs, and shrinks the inputs they fail on."""
